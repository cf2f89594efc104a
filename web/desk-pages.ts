// Where the pages are for what one works at all day.
export const dashboardPage = async () => (await import('./dashboard/dashboard-page.tsx')).DashboardPage
export const doorsDeskPage = async () => (await import('./doors-desk/doors-desk-page.tsx')).DoorsDeskPage
export const reportPage = async () => (await import('./entry-exit/report-page.tsx')).ReportPage
export const logDetailsPage = async () => (await import('./doors-desk/log-page.tsx')).LogPage
export const trafficPage = async () => (await import('./entry-exit/traffic-page.tsx')).TrafficPage
