// Where the pages are for what happened and what was told.
export const centrePage = async () => (await import('./messages/notifications/centre/centre-page.tsx')).CentrePage
export const permalinkPage = async () => (await import('./messages/notifications/permalink-page.tsx')).PermalinkPage
export const myActivityPage = async () => (await import('./record/activity/my-activity-page.tsx')).MyActivityPage
export const activityLogsPage = async () => (await import('./record/activity/activity-page.tsx')).ActivityLogsPage
export const eventsPage = async () => (await import('./insight/events/events-page.tsx')).EventsPage
export const logsPage = async () => (await import('./record/logs/logs-page.tsx')).LogsPage
