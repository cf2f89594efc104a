// Which lines of the index somebody may be told of, in SQL: asked before anything is ranked or counted.
import { type DeviceKind, kind, readPermission } from '@gatehouse/contract/building/devices'
import type { Permission } from '@gatehouse/contract/permissions'
import { type RawBuilder, sql } from 'kysely'
import { inHandsOf, isPublic } from '../../site/blog/blog.ts'
import { instant } from '../../db/instant.ts'
import { type Caller, can } from '../../kit/http/caller.ts'
import { outsideHidden } from '../../kit/label-scope.ts'

/** As in the index. */
export const types = { person: 1, company: 7, article: 8, retired: 9, former: 10, noted: 11 } as const
export const kinds: Readonly<Record<DeviceKind, number>> = {
  door: 2,
  camera: 3,
  intercom: 4,
  gas: 5,
  counter: 6,
  actuator: 12,
}

export const kindOf = (type: number): DeviceKind | undefined => kind.options.find((one) => kinds[one] === type)

/** What is nobody's company: of the installation. */
export const installation = '00000000-0000-0000-0000-000000000000'

interface Page {
  readonly path: string
  readonly needed: readonly Permission[]
}

const dashboard: Page = { path: '/dashboard', needed: ['admin_access'] }
const desk: Page = { path: '/desk', needed: ['read_dashboard'] }
/** Their own pages ask for the permission by which devices of the kind are seen. */
const ownPages: Partial<Record<DeviceKind, Page>> = {
  door: { path: '/doors/{id}', needed: [] },
  gas: { path: '/gas-monitoring/detectors?detector={id}', needed: [] },
  counter: { path: '/people-count/counters?counter={id}', needed: [] },
  actuator: { path: '/gas-monitoring/actuators?actuator={id}', needed: [] },
}

/** Where a device is shown; what has no page that the caller may open is not found. */
export const pageOf = (one: DeviceKind, caller: Caller): Page | undefined =>
  can(caller, readPermission[one])
    ? [ownPages[one] ?? dashboard, dashboard, desk].find(({ needed }) =>
        needed.every((permission) => can(caller, permission)),
      )
    : undefined

/** The types of which the caller may be told anything at all. */
export const typesFor = (caller: Caller): number[] => [
  ...(caller.companyId !== null && can(caller, 'read_staff_details') ? [types.person] : []),
  ...(caller.companyId === null ? [] : kind.options.flatMap((one) => (pageOf(one, caller) ? [kinds[one]] : []))),
  ...(can(caller, 'manage_companies') && can(caller, 'read_company_details') ? [types.company] : []),
  types.article,
]

export const scopesOf = ({ companyId }: Caller): string[] =>
  companyId === null ? [installation] : [companyId, installation]

/** The device `d` of the index is where no label hides it, in a statement that begins with `hiddenFirst`. */
export const placeSeen = (d: string): RawBuilder<boolean> =>
  outsideHidden(`${d}.source_id`, `${d}.zone_id`, `${d}.site_id`)

/** The line `d`, of a type that the caller may be told of, is one of those. */
export const seen = (caller: Caller): RawBuilder<boolean> => {
  const own = can(caller, 'edit_blog') ? inHandsOf(caller) : sql`false`
  return sql`(case when d.type between 2 and 6 or d.type = 12 then ${placeSeen('d')}
    when d.type = ${sql.raw(String(types.article))}
      then exists (select from article a where a.id = d.source_id and (${isPublic()} or ${own}))
    else true end)`
}

/** What an article is that is not public. */
export const articleState = () => sql<
  string | null
>`(select case when ${isPublic()} then null when a.publish_at is null then 'Draft'
  when a.publish_at > ${instant()} then 'Scheduled' else 'Held back' end from article a where a.id = d.source_id)`
