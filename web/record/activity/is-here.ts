// Whether the page of the log is still the one that is looked at: work that goes on without it reports elsewhere.

export const isHere = (): boolean => /^\/activity-logs(\/|$)/.test(window.location.pathname)
