// Saved views: what somebody wants to see again of a list page, for themselves or for colleagues.
import { z } from 'zod'
import { command, query, type DomainFacts } from '../operation.ts'
import { changesTo, id } from '../shapes.ts'

export const domain: DomainFacts = { title: 'Saved views', shows: ['users'] }

/** The address of the list, without a query: a page of the contract, or a section of one. */
const page = z
  .string()
  .max(100)
  .regex(/^(\/[a-z0-9-]+)+$/, 'Give the address of a page.')

export const view = z.object({
  id,
  page,
  name: z.string(),
  /** What stands in the address: filters, order, columns. */
  query: z.string(),
  /** For everybody in the company who may open the page. */
  shared: z.boolean(),
  owner: z.string(),
  /** One's own: to be changed and removed. */
  own: z.boolean(),
})
export type SavedView = z.output<typeof view>

const viewFacts = {
  name: z.string().trim().min(1, 'Give the view a name.').max(60, 'At most 60 characters.'),
  query: z.string().max(1000, 'At most 1000 characters.'),
  shared: z.boolean().default(false),
}

// Whoever is signed in may ask; the handlers ask for the permissions of the page.
export const list = query('savedViews.list', 'GET /saved-views', 'signed-in', {
  summary: 'Saved views of a list page: one’s own, and those that colleagues share',
  input: z.object({ page }),
  output: z.object({ views: z.array(view) }),
})

export const save = command('savedViews.save', 'POST /saved-views', 'signed-in', {
  sentence: ['Saved', 'the view {} of a list', 'a view of a list'],
  summary: 'Save a view of a list page that the caller may open',
  input: z.object({ page, ...viewFacts }),
  output: z.object({ view }),
  status: 201,
})

export const change = command('savedViews.change', 'PUT /saved-views/{id}', 'signed-in', {
  sentence: ['Changed', 'the view {} of a list', 'a view of a list'],
  summary: 'Rename, share or replace a saved view of one’s own',
  input: z.object({ id, ...changesTo(viewFacts) }),
  output: z.object({ view }),
})

export const remove = command('savedViews.remove', 'DELETE /saved-views/{id}', 'signed-in', {
  sentence: ['Removed', 'the view {} of a list', 'a view of a list'],
  summary: 'Remove a saved view of one’s own; an administrator, any that is shared',
})
