// Where the question before an unlock is: a page that can ask it names this file only, and not all that the question needs.
export const unlockDialog = async () => (await import('../doors/unlock-dialog.tsx')).UnlockDialog
