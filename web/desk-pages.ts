// Where the pages are for what one works at all day.
export const dashboardPage = async () => (await import('./dashboard/dashboard-page.tsx')).DashboardPage
export const doorsDeskPage = async () => (await import('./doors-desk/doors-desk-page.tsx')).DoorsDeskPage
