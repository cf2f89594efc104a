// How the ways on from the tour look.

const link = 'inline-flex min-h-touch items-center font-semibold'

export const way = `${link} text-public-text`

export const mainWay = `${link} rounded bg-public-text px-6 text-surface no-underline`
