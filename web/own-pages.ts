// Where the pages are for one’s own account and settings, and help.
export const profilePage = async () => (await import('./identity/profile/profile-page.tsx')).ProfilePage
export const accountPage = async () => (await import('./identity/settings/account-page.tsx')).AccountPage
export const securityPage = async () => (await import('./identity/settings/security-page.tsx')).SecurityPage
export const integrationsPage = async () =>
  (await import('./building/integrations/integrations-page.tsx')).IntegrationsPage
export const setUpPage = async () => (await import('./system/setup/setup-page.tsx')).SetUpPage
export const webhooksPage = async () => (await import('./messages/webhooks/webhooks-page.tsx')).WebhooksPage
export const helpPage = async () => (await import('./system/help/help-page.tsx')).HelpPage
export const alarmLinkPage = async () => (await import('./safety/alarm-link/alarm-link-page.tsx')).AlarmLinkPage
