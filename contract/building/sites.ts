// Places: a company's sites with their floors and zones.
import { z } from 'zod'
import { timeZone } from '../identity/accounts.ts'
import { command, query, type DomainFacts } from '../operation.ts'
import { done, id } from '../shapes.ts'

export const domain: DomainFacts = { title: 'Sites', shows: ['labels', 'plans'] }

/** What a zone is for, in words. Kept as its key. */
export const zoneUses = {
  standing: 'Lobby or standing room',
  tables: 'Canteen or tables',
  business: 'Offices',
  classroom: 'Meeting room or classroom',
  parking: 'Parking',
  storage: 'Storage',
  equipment: 'Plant or equipment',
} as const

export const floor = z.object({ id, name: z.string(), level: z.int() })
export type Floor = z.output<typeof floor>
export const zone = z.object({ id, name: z.string(), floorId: id.nullable(), use: z.string().nullable() })
export type Zone = z.output<typeof zone>

export const site = z.object({
  id,
  name: z.string(),
  /** IANA name: days and hours of this site are counted in it. */
  timeZone: z.string(),
  floors: z.array(floor),
  zones: z.array(zone),
})
export type Site = z.output<typeof site>

export const list = query('sites.list', 'GET /sites', 'read_dashboard', {
  sentence: ['Viewed', 'the sites'],
  summary: 'The sites of the company with those floors and zones the caller may see',
  output: z.object({ sites: z.array(site) }),
})

const name = z.string().trim().min(1, 'Give it a name').max(100, 'This name is too long')
const level = z.int('A level is a whole number').min(-20).max(200)
const use = z.enum(['standing', 'tables', 'business', 'classroom', 'parking', 'storage', 'equipment']).nullable()
const answer = { output: z.object({ site }) } as const
const made = { ...answer, status: 201 } as const
const gone = { output: done } as const

export const create = command('sites.create', 'POST /sites', 'manage_sites', {
  sentence: ['Added', 'the site {}', 'a site'],
  summary: 'Add a site: a building or a campus, with the time zone its days are counted in',
  input: z.object({ name, timeZone }),
  ...made,
})

export const update = command('sites.update', 'PUT /sites/{siteId}', 'manage_sites', {
  sentence: ['Changed', 'the site {}', 'a site'],
  summary: 'Rename a site, or move it to another time zone',
  input: z.object({ siteId: id, name: name.optional(), timeZone: timeZone.optional() }),
  ...answer,
})

export const remove = command('sites.remove', 'DELETE /sites/{siteId}', 'manage_sites', {
  sentence: ['Removed', 'the site {}', 'a site'],
  summary: 'Remove a site in which nothing stands, with its floors and zones',
  ...gone,
})

export const addFloor = command('sites.addFloor', 'POST /sites/{siteId}/floors', 'manage_sites', {
  sentence: ['Added', 'the floor {}', 'a floor'],
  summary: 'Add a floor to a site',
  input: z.object({ siteId: id, name, level }),
  ...made,
})

export const updateFloor = command('sites.updateFloor', 'PUT /floors/{floorId}', 'manage_sites', {
  sentence: ['Changed', 'the floor {}', 'a floor'],
  summary: 'Rename a floor, or put it on another level',
  input: z.object({ floorId: id, name: name.optional(), level: level.optional() }),
  ...answer,
})

export const removeFloor = command('sites.removeFloor', 'DELETE /floors/{floorId}', 'manage_sites', {
  sentence: ['Removed', 'the floor {}', 'a floor'],
  summary: 'Remove a floor that has no zones, and its plan with it',
  ...gone,
})

export const addZone = command('sites.addZone', 'POST /sites/{siteId}/zones', 'manage_sites', {
  sentence: ['Added', 'the zone {}', 'a zone'],
  summary: 'Add a zone to a site: a room, or an area that doors lead into',
  input: z.object({ siteId: id, name, floorId: id.nullable().default(null), use: use.default(null) }),
  ...made,
})

export const updateZone = command('sites.updateZone', 'PUT /zones/{zoneId}', 'manage_sites', {
  sentence: ['Changed', 'the zone {}', 'a zone'],
  summary: 'Rename a zone, put it on another floor, or say what it is for',
  input: z.object({ zoneId: id, name: name.optional(), floorId: id.nullable().optional(), use: use.optional() }),
  ...answer,
})

export const removeZone = command('sites.removeZone', 'DELETE /zones/{zoneId}', 'manage_sites', {
  sentence: ['Removed', 'the zone {}', 'a zone'],
  summary: 'Remove a zone that nothing stands in and no door leads to',
  ...gone,
})
