// The route table: the pages of the contract, and how each is fetched. Checked once at the start.
import { createBrowserRouter, type LoaderFunctionArgs, type RouteObject } from 'react-router'
import { routes } from 'virtual:pages/routes'
import { faultsIn, type Load, type Page, tableOf } from './route-table.ts'
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
const safety = () => import('./safety-pages.ts')
const record = () => import('./record-pages.ts')
const own = () => import('./own-pages.ts')
const management = () => import('./management-pages.ts')

/** By the address that the contract has: how its page is fetched. */
const loads: Readonly<Record<string, Load>> = {
  '/signin': async () => (await import('./identity/auth/sign-in-page.tsx')).SignInPage,
  '/signup': async () => (await import('./identity/auth/sign-up/sign-up-page.tsx')).SignUpPage,
  '/forgot': async () => (await import('./identity/auth/forgot-page.tsx')).ForgotPage,
  '/verify-email': async () => (await import('./identity/auth/verify-email-page.tsx')).VerifyEmailPage,
  '/email-verified': async () => (await import('./identity/auth/email-verified-page.tsx')).EmailVerifiedPage,
  '/user/register': async () => (await import('./identity/auth/sign-up/register-user-page.tsx')).RegisterUserPage,
  '/company/register': async () =>
    (await import('./identity/auth/sign-up/register-company-page.tsx')).RegisterCompanyPage,
  '/auth/social': async () => (await import('./identity/auth/social-page.tsx')).SocialPage,
  '/auth/google/callback': async () => (await import('./identity/auth/callback-page.tsx')).GoogleCallbackPage,
  '/auth/github/callback': async () => (await import('./identity/auth/callback-page.tsx')).GithubCallbackPage,
  '/alarm-link': async () => (await own()).alarmLinkPage(),
  '/display': async () => (await import('./safety/display/display-page.tsx')).DisplayPage,
  '/demo/mailbox': async () => (await import('./messages/mail/mailbox-page.tsx')).MailboxPage,
  '/dashboard': async () => (await desk()).dashboardPage(),
  '/desk': async () => (await desk()).deskPage(),
  '/alarms/*': async () => (await desk()).alarmsPage(),
  '/doors/*': async () => (await desk()).doorsDeskPage(),
  '/entry-exit/report/*': async () => (await movement()).reportPage(),
  '/entry-exit/dashboard': async () => (await movement()).trafficPage(),
  '/entry-exit/dashboard/muster/*': async () => (await movement()).musterPage(),
  '/visitors/*': async () => (await movement()).visitorsPage(),
  '/log-details/:id': async () => (await movement()).logDetailsPage(),
  '/profile': async () => (await own()).profilePage(),
  '/notifications': async () => (await record()).centrePage(),
  '/notifications/:id': async () => (await record()).permalinkPage(),
  '/settings/account': async () => (await own()).accountPage(),
  '/settings/security': async () => (await own()).securityPage(),
  '/settings/integrations/*': async () => (await own()).integrationsPage(),
  '/settings/webhooks': async () => (await own()).webhooksPage(),
  '/help/*': async () => (await own()).helpPage(),
  '/setup': async () => (await own()).setUpPage(),
  '/roles': async () => (await management()).rolesPage(),
  '/assign-role': async () => (await management()).assignPage(),
  '/door-management/*': async () => (await management()).doorManagementPage(),
  '/alert-system/*': async () => (await management()).alertSystemPage(),
  '/gas-monitoring/*': async () => (await safety()).gasMonitoringPage(),
  '/people-count/*': async () => (await safety()).peopleCountingPage(),
  '/labels': async () => (await management()).labelsPage(),
  '/companies': async () => (await management()).companiesPage(),
  '/companydetails': async () => (await management()).ownCompanyPage(),
  '/company/details': async () => (await management()).companyProfilePage(),
  '/company/:name': async () => (await management()).companyPage(),
  '/staff': async () => (await management()).staffPage(),
  '/staff/:email': async () => (await management()).staffCardPage(),
  '/contact-messages': async () => (await management()).contactMessagesPage(),
  '/blog/create': async () => (await management()).createPage(),
  '/blog/edit/:id': async () => (await management()).editPage(),
  '/user-management': async () => (await management()).userManagementPage(),
  '/activity/*': async () => (await record()).myActivityPage(),
  '/activity-logs/*': async () => (await record()).activityLogsPage(),
  '/events/*': async () => (await record()).eventsPage(),
  '/logs/*': async () => (await record()).logsPage(),
  '/users/*': async () => (await management()).usersPage(),
}

export const pages: readonly Page[] = tableOf(routes, loads)

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
const protectedRoute = ({ path, load, permissions, alsoFor }: Page, entry: Entry): RouteObject => {
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
      <Permitted page={{ permissions, alsoFor }}>
        <Component />
      </Permitted>
    ),
  }
}
