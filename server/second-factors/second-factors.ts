// How one's sign-in is confirmed: what others need of it.
export { removeSecondFactors } from './factors.sql.ts'
