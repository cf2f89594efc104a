// The route table: path -> lazy page -> the permissions it needs. Checked once at the start.
import { createBrowserRouter, type LoaderFunctionArgs, type RouteObject } from 'react-router'
import { faultsIn, type Page } from './route-table.ts'
import { reloadIfReplaced } from './kit/deployment.ts'
import { isNotArrived } from './kit/part.ts'
import { currentSession } from './kit/session-state.ts'
import { LoadingPage } from './site/loading-page.tsx'
import { RouteErrorPage } from './site/route-error-page.tsx'
import { loadShell, Permitted, SignedIn } from './shell/protected.tsx'
import { Root } from './shell/root.tsx'
import { later } from './ui/later.tsx'

export const pages: readonly Page[] = [
  { path: '/signin', load: async () => (await import('./auth/sign-in-page.tsx')).SignInPage },
  { path: '/signup', load: async () => (await import('./auth/sign-up-page.tsx')).SignUpPage },
  { path: '/forgot', load: async () => (await import('./auth/forgot-page.tsx')).ForgotPage },
  { path: '/verify-email', load: async () => (await import('./auth/verify-email-page.tsx')).VerifyEmailPage },
  { path: '/email-verified', load: async () => (await import('./auth/email-verified-page.tsx')).EmailVerifiedPage },
  { path: '/user/register', load: async () => (await import('./auth/register-user-page.tsx')).RegisterUserPage },
  {
    path: '/company/register',
    load: async () => (await import('./auth/register-company-page.tsx')).RegisterCompanyPage,
  },
  { path: '/auth/social', load: async () => (await import('./auth/social-page.tsx')).SocialPage },
  { path: '/auth/google/callback', load: async () => (await import('./auth/callback-page.tsx')).GoogleCallbackPage },
  { path: '/auth/github/callback', load: async () => (await import('./auth/callback-page.tsx')).GithubCallbackPage },
  { path: '/demo/mailbox', load: async () => (await import('./mail/mailbox-page.tsx')).MailboxPage },
  {
    path: '/dashboard',
    permissions: ['admin_access'],
    load: async () => (await import('./dashboard/dashboard-page.tsx')).DashboardPage,
  },
  {
    path: '/entry-exit/report',
    permissions: ['read_entry_exit_report'],
    load: async () => (await import('./entry-exit/report-page.tsx')).ReportPage,
  },
  {
    path: '/log-details/:id',
    permissions: ['read_log_details'],
    load: async () => (await import('./entry-exit/log-details-page.tsx')).LogDetailsPage,
  },
  {
    path: '/profile',
    permissions: ['read_profile'],
    load: async () => (await import('./profile/profile-page.tsx')).ProfilePage,
  },
  {
    path: '/notifications',
    permissions: ['read_notifications'],
    load: async () => (await import('./notifications/centre-page.tsx')).CentrePage,
  },
  {
    path: '/notifications/:id',
    permissions: ['read_notifications'],
    load: async () => (await import('./notifications/permalink-page.tsx')).PermalinkPage,
  },
  {
    path: '/settings/account',
    permissions: ['manage_account'],
    load: async () => (await import('./settings/account-page.tsx')).AccountPage,
  },
  {
    path: '/settings/security',
    permissions: ['manage_security'],
    load: async () => (await import('./settings/security-page.tsx')).SecurityPage,
  },
  {
    path: '/settings/webhooks',
    permissions: ['manage_integrations'],
    load: async () => (await import('./webhooks/webhooks-page.tsx')).WebhooksPage,
  },
  {
    path: '/roles',
    permissions: ['manage_roles'],
    load: async () => (await import('./roles/roles-page.tsx')).RolesPage,
  },
  {
    path: '/assign-role',
    permissions: ['assign_roles'],
    load: async () => (await import('./roles/assign-page.tsx')).AssignPage,
  },
  {
    path: '/door-management/*',
    permissions: ['manage_doors'],
    load: async () => (await import('./door-management/door-management-page.tsx')).DoorManagementPage,
  },
  {
    path: '/labels',
    permissions: ['manage_labels'],
    load: async () => (await import('./labels/labels-page.tsx')).LabelsPage,
  },
  {
    path: '/companies',
    permissions: ['manage_companies'],
    load: async () => (await import('./companies/companies-page.tsx')).CompaniesPage,
  },
  {
    path: '/companydetails',
    permissions: ['read_company'],
    load: async () => (await import('./companies/own-company-page.tsx')).OwnCompanyPage,
  },
  {
    // Everybody in a company is offered it: what may be seen of it is for the page to say.
    path: '/company/details',
    permissions: [],
    load: async () => (await import('./companies/company-profile-page.tsx')).CompanyProfilePage,
  },
  {
    path: '/company/:name',
    permissions: ['read_company_details'],
    load: async () => (await import('./companies/company-page.tsx')).CompanyPage,
  },
  {
    path: '/staff',
    permissions: ['read_staff'],
    load: async () => (await import('./staff/staff-page.tsx')).StaffPage,
  },
  {
    path: '/staff/:email',
    permissions: ['read_staff_details'],
    load: async () => (await import('./staff/staff-card-page.tsx')).StaffCardPage,
  },
  {
    path: '/blog/create',
    permissions: ['create_blog'],
    load: async () => (await import('./blog/editor-page.tsx')).CreatePage,
  },
  {
    path: '/blog/edit/:id',
    permissions: ['edit_blog'],
    load: async () => (await import('./blog/editor-page.tsx')).EditPage,
  },
  {
    path: '/user-management',
    permissions: ['manage_users'],
    load: async () => (await import('./users/users-page.tsx')).UserManagementPage,
  },
  {
    path: '/activity/*',
    permissions: ['view_activity'],
    load: async () => (await import('./activity/my-activity-page.tsx')).MyActivityPage,
  },
  {
    path: '/activity-logs/*',
    permissions: ['view_activity_logs'],
    load: async () => (await import('./activity/activity-page.tsx')).ActivityLogsPage,
  },
  {
    path: '/events/*',
    permissions: ['admin_access'],
    load: async () => (await import('./events/events-page.tsx')).EventsPage,
  },
  {
    path: '/logs/*',
    permissions: ['admin_access'],
    load: async () => (await import('./logs/logs-page.tsx')).LogsPage,
  },
  {
    path: '/users/*',
    permissions: ['admin_access'],
    load: async () => (await import('./users/users-page.tsx')).UsersPage,
  },
]

// Of little use to who works here: fetched with the first page of its kind.
const Elsewhere = later(async () => (await import('./elsewhere.tsx')).Elsewhere)

export const createRouter = (table: readonly Page[] = pages) => {
  const faults = faultsIn(table)
  if (faults.length > 0) console.error(`No routes registered: ${faults.join('; ')}`)
  return createBrowserRouter([
    {
      element: <Root />,
      errorElement: <RouteErrorPage />,
      HydrateFallback: LoadingPage,
      children: [
        ...(faults.length > 0 ? [] : routesOf(table)),
        { path: '*', Component: Elsewhere, loader: lookElsewhere },
      ],
    },
  ])
}

// What is there by then comes without a loading screen in between: the page before stays so long. On the way in there
// is none.
const staysMs = 250
let isBegun = false

const lookElsewhere = async (asked: LoaderFunctionArgs) => {
  await Elsewhere.fetch()
  try {
    return (await import('./elsewhere.tsx')).lookElsewhere(asked)
  } catch (error) {
    if (!isNotArrived(error)) throw error
    // Its place says so and asks again once it is there, unless the application is another one by now.
    await reloadIfReplaced()
    return 'unasked'
  }
}

const routesOf = (table: readonly Page[]): RouteObject[] => [
  ...table.filter(({ permissions }) => !permissions).map(openRoute),
  { element: <SignedIn />, children: table.flatMap((page) => (page.permissions ? [protectedRoute(page)] : [])) },
]

// Awaited by the router: the page before stays until this one is there.
const openRoute = ({ path, load }: Page): RouteObject => {
  const Component = later(load)
  return { path, Component, loader: () => Component.fetch().then(() => null) }
}

// Loaded by React and not by the router: whoever is turned away at the guard never downloads the page.
const protectedRoute = ({ path, load, permissions = [] }: Page): RouteObject => {
  const Component = later(load)
  const startLoading = async () => {
    if (currentSession().status === 'out') return null
    const loading = Promise.all([loadShell(), Component.fetch()])
    if (isBegun) await Promise.race([loading, new Promise((resolve) => setTimeout(resolve, staysMs))])
    isBegun = true
    return null
  }
  return {
    path,
    loader: startLoading,
    element: (
      <Permitted needed={permissions}>
        <Component />
      </Permitted>
    ),
  }
}
