// Where the pages are for people, places and what they may do.
import { aroundDoors } from './access/doors-desk/around-doors.tsx'

export const rolesPage = async () => (await import('./identity/roles/roles-page.tsx')).RolesPage
export const assignPage = async () => (await import('./identity/roles/assign-page.tsx')).AssignPage
export const doorManagementPage = async () =>
  aroundDoors((await import('./access/door-management/door-management-page.tsx')).DoorManagementPage)
export const labelsPage = async () => (await import('./identity/labels/labels-page.tsx')).LabelsPage
export const companiesPage = async () => (await import('./identity/companies/companies-page.tsx')).CompaniesPage
export const ownCompanyPage = async () => (await import('./identity/companies/own-company-page.tsx')).OwnCompanyPage
export const companyProfilePage = async () =>
  (await import('./identity/companies/company-profile-page.tsx')).CompanyProfilePage
export const companyPage = async () => (await import('./identity/companies/company-page.tsx')).CompanyPage
export const alertSystemPage = async () => (await import('./safety/alert-system/alert-system-page.tsx')).AlertSystemPage
export const staffPage = async () => (await import('./identity/staff/staff-page.tsx')).StaffPage
export const staffCardPage = async () => (await import('./access/door-management/person-page.tsx')).PersonPage
export const contactMessagesPage = async () =>
  (await import('./site/contact-messages/contact-messages-page.tsx')).ContactMessagesPage
export const createPage = async () => (await import('./site/blog/editor-page.tsx')).CreatePage
export const editPage = async () => (await import('./site/blog/editor-page.tsx')).EditPage
export const userManagementPage = async () => (await import('./identity/users/users-page.tsx')).UserManagementPage
export const usersPage = async () => (await import('./identity/users/users-page.tsx')).UsersPage
