// Where search looks, each in one line: what one must hold to be told of any of it, and its rows as results that fit
// the words, of the caller's company and under the caller's labels. A further source is a further line.
import type { Permission } from '@gatehouse/contract/permissions'
import type { RawBuilder } from 'kysely'
import type { Caller } from '../kit/caller.ts'
import { articles } from './articles.ts'
import { companies } from './companies.ts'
import { devices } from './devices.ts'
import { passages } from './passages.ts'
import { people } from './people.ts'
import { pages } from './pages.ts'

export interface Seeker {
  readonly caller: Caller
  readonly words: readonly string[]
}

export interface Source {
  readonly needed: readonly Permission[]
  /**
   * Columns: id text, type, title, description, priority, path (of people and companies: the name that ends it), required
   * text[], at timestamptz (null: no moment).
   */
  readonly rows: (seeker: Seeker) => RawBuilder<unknown>
}

export const sources: readonly Source[] = [
  { needed: [], rows: pages },
  { needed: ['read_staff_details'], rows: people },
  { needed: [], rows: devices },
  { needed: ['read_entry_exit_report', 'read_log_details'], rows: passages },
  { needed: ['manage_companies', 'read_company_details'], rows: companies },
  { needed: [], rows: articles },
]
