// Where the pages of roll-calls are.
import type { Breadcrumb } from '../../kit/page-context.tsx'

export const home = '/entry-exit/dashboard/muster'

export const rollCallAt = (id: string): string => `${home}/${id}`

export const evaluationAt = (id: string): string => `${home}/${id}/evaluation`

export const printAt = (id: string): string => `${home}/${id}/print`

export const toHome: readonly Breadcrumb[] = [{ label: 'Muster', to: home }]
