// Who may what, and the one rule behind every change of it: nobody gives or takes what they do not hold.
export {
  beyondHands,
  changeRights,
  demandGivable,
  demandHeld,
  demandInHands,
  giveRoles,
  type Held,
  keepAnAdmin,
} from './rights.ts'
export { canSignIn, given, grantedTo, lockCompany, namesOfHeld, permissionsOf, rolesAmong } from './rights.sql.ts'
export { ensureSystemRoles } from './system-roles.ts'
export { labelsNow, notifyOfAccess } from './notify.ts'
