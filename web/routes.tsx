// The route table: path -> lazy page -> the permissions it needs. Checked once at the start.
import { createBrowserRouter, type LoaderFunctionArgs, type RouteObject } from 'react-router'
import { faultsIn, type Page } from './route-table.ts'
import { reloadIfReplaced } from './kit/deployment.ts'
import { isNotArrived } from './kit/part.ts'
import { currentSession } from './kit/session/session-state.ts'
import { LoadingPage } from './shell/loading/loading-page.tsx'
import { RouteErrorPage } from './site/errors/route-error-page.tsx'
import { loadShell, Permitted, SignedIn } from './shell/protected.tsx'
import { Root } from './shell/root.tsx'
import { later } from './ui/feedback/later.tsx'

// Where the pages of each kind are: an entrance names every file that it may ever fetch, so those of the signed-in are
// named apart (vite.config.ts).
const desk = () => import('./desk-pages.ts')
const movement = () => import('./movement-pages.ts')
const record = () => import('./record-pages.ts')
const own = () => import('./own-pages.ts')
const management = () => import('./management-pages.ts')

export const pages: readonly Page[] = [
  { path: '/signin', load: async () => (await import('./identity/auth/sign-in-page.tsx')).SignInPage },
  { path: '/signup', load: async () => (await import('./identity/auth/sign-up/sign-up-page.tsx')).SignUpPage },
  { path: '/forgot', load: async () => (await import('./identity/auth/forgot-page.tsx')).ForgotPage },
  { path: '/verify-email', load: async () => (await import('./identity/auth/verify-email-page.tsx')).VerifyEmailPage },
  {
    path: '/email-verified',
    load: async () => (await import('./identity/auth/email-verified-page.tsx')).EmailVerifiedPage,
  },
  {
    path: '/user/register',
    load: async () => (await import('./identity/auth/sign-up/register-user-page.tsx')).RegisterUserPage,
  },
  {
    path: '/company/register',
    load: async () => (await import('./identity/auth/sign-up/register-company-page.tsx')).RegisterCompanyPage,
  },
  { path: '/auth/social', load: async () => (await import('./identity/auth/social-page.tsx')).SocialPage },
  {
    path: '/auth/google/callback',
    load: async () => (await import('./identity/auth/callback-page.tsx')).GoogleCallbackPage,
  },
  {
    path: '/auth/github/callback',
    load: async () => (await import('./identity/auth/callback-page.tsx')).GithubCallbackPage,
  },
  { path: '/demo/mailbox', load: async () => (await import('./messages/mail/mailbox-page.tsx')).MailboxPage },
  {
    path: '/dashboard',
    permissions: ['admin_access'],
    load: async () => (await desk()).dashboardPage(),
  },
  {
    path: '/doors/*',
    permissions: ['read_doors'],
    load: async () => (await desk()).doorsDeskPage(),
  },
  {
    path: '/entry-exit/report/*',
    permissions: ['read_entry_exit_report'],
    load: async () => (await movement()).reportPage(),
  },
  {
    path: '/entry-exit/dashboard',
    permissions: ['read_entry_exit_dashboard'],
    load: async () => (await movement()).trafficPage(),
  },
  {
    path: '/entry-exit/dashboard/muster/*',
    permissions: ['read_entry_exit_dashboard'],
    load: async () => (await movement()).musterPage(),
  },
  {
    path: '/log-details/:id',
    permissions: ['read_log_details'],
    load: async () => (await movement()).logDetailsPage(),
  },
  {
    path: '/profile',
    permissions: ['read_profile'],
    load: async () => (await own()).profilePage(),
  },
  {
    path: '/notifications',
    permissions: ['read_notifications'],
    load: async () => (await record()).centrePage(),
  },
  {
    path: '/notifications/:id',
    permissions: ['read_notifications'],
    load: async () => (await record()).permalinkPage(),
  },
  {
    path: '/settings/account',
    permissions: ['manage_account'],
    load: async () => (await own()).accountPage(),
  },
  {
    path: '/settings/security',
    permissions: ['manage_security'],
    load: async () => (await own()).securityPage(),
  },
  {
    path: '/settings/webhooks',
    permissions: ['manage_integrations'],
    load: async () => (await own()).webhooksPage(),
  },
  {
    path: '/roles',
    permissions: ['manage_roles'],
    load: async () => (await management()).rolesPage(),
  },
  {
    path: '/assign-role',
    permissions: ['assign_roles'],
    load: async () => (await management()).assignPage(),
  },
  {
    path: '/door-management/*',
    permissions: ['manage_doors'],
    load: async () => (await management()).doorManagementPage(),
  },
  {
    path: '/labels',
    permissions: ['manage_labels'],
    load: async () => (await management()).labelsPage(),
  },
  {
    path: '/companies',
    permissions: ['manage_companies'],
    load: async () => (await management()).companiesPage(),
  },
  {
    path: '/companydetails',
    permissions: ['read_company'],
    load: async () => (await management()).ownCompanyPage(),
  },
  {
    // Everybody in a company is offered it: what may be seen of it is for the page to say.
    path: '/company/details',
    permissions: [],
    load: async () => (await management()).companyProfilePage(),
  },
  {
    path: '/company/:name',
    permissions: ['read_company_details'],
    load: async () => (await management()).companyPage(),
  },
  {
    path: '/staff',
    permissions: ['read_staff'],
    load: async () => (await management()).staffPage(),
  },
  {
    path: '/staff/:email',
    permissions: ['read_staff_details'],
    load: async () => (await management()).staffCardPage(),
  },
  {
    path: '/blog/create',
    permissions: ['create_blog'],
    load: async () => (await management()).createPage(),
  },
  {
    path: '/blog/edit/:id',
    permissions: ['edit_blog'],
    load: async () => (await management()).editPage(),
  },
  {
    path: '/user-management',
    permissions: ['manage_users'],
    load: async () => (await management()).userManagementPage(),
  },
  {
    path: '/activity/*',
    permissions: ['view_activity'],
    load: async () => (await record()).myActivityPage(),
  },
  {
    path: '/activity-logs/*',
    permissions: ['view_activity_logs'],
    load: async () => (await record()).activityLogsPage(),
  },
  {
    path: '/events/*',
    permissions: ['admin_access'],
    load: async () => (await record()).eventsPage(),
  },
  {
    path: '/logs/*',
    permissions: ['admin_access'],
    load: async () => (await record()).logsPage(),
  },
  {
    path: '/users/*',
    permissions: ['admin_access'],
    load: async () => (await management()).usersPage(),
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

const routesOf = (table: readonly Page[]): RouteObject[] => {
  const entry: Entry = { isBegun: false }
  return [
    ...table.filter(({ permissions }) => !permissions).map(openRoute),
    {
      element: <SignedIn />,
      children: table.flatMap((page) => (page.permissions ? [protectedRoute(page, entry)] : [])),
    },
  ]
}

/** Whether a page of the signed-in has been wanted before, by any of the routes. */
interface Entry {
  isBegun: boolean
}

// Awaited by the router: the page before stays until this one is there.
const openRoute = ({ path, load }: Page): RouteObject => {
  const Component = later(load)
  return { path, Component, loader: () => Component.fetch().then(() => null) }
}

// Loaded by React and not by the router: whoever is turned away at the guard never downloads the page.
const protectedRoute = ({ path, load, permissions = [] }: Page, entry: Entry): RouteObject => {
  const Component = later(load)
  const startLoading = async () => {
    if (currentSession().status === 'out') return null
    const loading = Promise.all([loadShell(), Component.fetch()])
    if (entry.isBegun) await Promise.race([loading, new Promise((resolve) => setTimeout(resolve, staysMs))])
    entry.isBegun = true
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
