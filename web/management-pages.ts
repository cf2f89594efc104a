// Where the pages are for people, places and what they may do.
import { aroundDoors } from './doors-desk/around-doors.tsx'

export const rolesPage = async () => (await import('./roles/roles-page.tsx')).RolesPage
export const assignPage = async () => (await import('./roles/assign-page.tsx')).AssignPage
export const doorManagementPage = async () =>
  aroundDoors((await import('./door-management/door-management-page.tsx')).DoorManagementPage)
export const labelsPage = async () => (await import('./labels/labels-page.tsx')).LabelsPage
export const companiesPage = async () => (await import('./companies/companies-page.tsx')).CompaniesPage
export const ownCompanyPage = async () => (await import('./companies/own-company-page.tsx')).OwnCompanyPage
export const companyProfilePage = async () => (await import('./companies/company-profile-page.tsx')).CompanyProfilePage
export const companyPage = async () => (await import('./companies/company-page.tsx')).CompanyPage
export const staffPage = async () => (await import('./staff/staff-page.tsx')).StaffPage
export const staffCardPage = async () => aroundDoors((await import('./door-management/person-page.tsx')).PersonPage)
export const createPage = async () => (await import('./blog/editor-page.tsx')).CreatePage
export const editPage = async () => (await import('./blog/editor-page.tsx')).EditPage
export const userManagementPage = async () => (await import('./users/users-page.tsx')).UserManagementPage
export const usersPage = async () => (await import('./users/users-page.tsx')).UsersPage
