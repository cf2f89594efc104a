// The accounts of a company, and the invitations by which people come to have one.
export {
  acceptInvitation,
  findInvitation,
  type Invitee,
  invitationLink,
  invite,
  type OpenInvitation,
} from './invitations.ts'
export { joinCompany } from './joining.ts'
