// Where the pages are for one’s own account and settings.
export const profilePage = async () => (await import('./profile/profile-page.tsx')).ProfilePage
export const accountPage = async () => (await import('./settings/account-page.tsx')).AccountPage
export const securityPage = async () => (await import('./settings/security-page.tsx')).SecurityPage
export const webhooksPage = async () => (await import('./webhooks/webhooks-page.tsx')).WebhooksPage
