// Places: a company's sites with their floors and zones.
import { z } from 'zod'
import { query } from './operation.ts'
import { id } from './shapes.ts'

export const floor = z.object({ id, name: z.string(), level: z.int() })
export const zone = z.object({ id, name: z.string(), floorId: id.nullable(), use: z.string().nullable() })

export const site = z.object({
  id,
  name: z.string(),
  /** IANA name: days and hours of this site are counted in it. */
  timeZone: z.string(),
  floors: z.array(floor),
  zones: z.array(zone),
})
export type Site = z.output<typeof site>

export const list = query('GET /sites', {
  summary: 'The sites of the company with those floors and zones the caller may see',
  output: z.object({ sites: z.array(site) }),
  permission: 'read_dashboard',
})
