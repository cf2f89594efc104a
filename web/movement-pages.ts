// Where the pages are of who comes, goes and is inside.
export const reportPage = async () => (await import('./access/entry-exit/report-page.tsx')).ReportPage
export const logDetailsPage = async () => (await import('./access/doors-desk/log-page.tsx')).LogPage
export const trafficPage = async () => (await import('./access/entry-exit/traffic-page.tsx')).TrafficPage
export const musterPage = async () => (await import('./access/muster/muster-page.tsx')).MusterPage
export const visitorsPage = async () => (await import('./access/visitors/visitors-page.tsx')).VisitorsPage
