// Labels: marks on sites, zones and devices that only people with the same label see.
import { z } from 'zod'
import { command, query, type DomainFacts } from '../operation.ts'
import { id } from '../shapes.ts'

export const domain: DomainFacts = { title: 'Labels', shows: ['users'] }

const named = z.object({ id, name: z.string() })

export const label = z.object({
  _id: id,
  name: z.string(),
  /** `#RRGGBB` */
  colour: z.string(),
  description: z.string(),
  uses: z.object({ people: z.int(), sites: z.int(), zones: z.int(), devices: z.int() }),
})
export type Label = z.output<typeof label>

// Defaults would fill in what an update leaves out: they are for what is new.
const colour = z.string().regex(/^#[0-9a-f]{6}$/i, 'Choose a colour')
const description = z.string().trim().max(300, 'Description is too long')
const fields = z.object({
  name: z.string().trim().min(2, 'Label name must be at least 2 characters').max(60, 'Label name is too long'),
  colour,
  description,
})

export const list = query('labels.list', 'GET /labels', {
  sentence: ['Looked', 'at the labels'],
  summary: 'The labels of the company; to those who do not manage labels or users, their own',
  output: z.object({ labels: z.array(label) }),
  permission: 'signed-in',
})

export const create = command('labels.create', 'POST /labels', {
  sentence: ['Added', 'the label {}', 'a label'],
  summary: 'Add a label; whoever adds it has it',
  input: fields.extend({ colour: colour.default('#64748B'), description: description.default('') }),
  output: z.object({ label }),
  permission: 'manage_labels',
})

export const update = command('labels.update', 'PUT /labels/{id}', {
  sentence: ['Changed', 'the label {}', 'a label'],
  summary: 'Change the name, colour or description of a label',
  input: fields.partial().extend({ id }),
  output: z.object({ label }),
  permission: 'manage_labels',
})

export const remove = command('labels.remove', 'DELETE /labels/{id}', {
  sentence: ['Deleted', 'the label {}', 'a label'],
  summary: 'Delete a label: what only it marked is seen by everyone with the permission',
  input: z.object({ id }),
  output: z.object({ success: z.literal(true) }),
  permission: 'manage_labels',
})

export const marks = query('labels.marks', 'GET /labels/{id}/marks', {
  sentence: ['Looked', 'at what the label {} marks', 'at what a label marks'],
  summary: 'Where a label is used',
  input: z.object({ id }),
  output: z.object({
    sites: z.array(named),
    zones: z.array(named),
    devices: z.array(named),
    people: z.array(named),
  }),
  permission: 'manage_labels',
})

const marking = z.object({
  id,
  siteIds: z.array(id).max(200),
  zoneIds: z.array(id).max(1000),
  deviceIds: z.array(id).max(5000),
})

/** What marking takes from sight: of how many devices, from how many people, and the first of these by name. */
export const sightChange = z.object({ devices: z.int(), people: z.int(), names: z.array(z.string()).max(10) })
export type SightChange = z.output<typeof sightChange>

export const previewMarks = command('labels.previewMarks', 'POST /labels/{id}/marks/preview', {
  sentence: ['Looked', 'at what marking with the label {} would hide', 'at what marking would hide'],
  summary: 'From whom marking this would take sight of what; changes nothing',
  input: marking,
  output: z.object({ taken: sightChange }),
  permission: 'manage_labels',
  audit: false,
})

export const setMarks = command('labels.setMarks', 'PUT /labels/{id}/marks', {
  sentence: ['Changed', 'what the label {} marks', 'what a label marks'],
  summary: 'Choose what a label marks; answers from whom that takes sight of what',
  input: marking,
  output: z.object({ label, taken: sightChange }),
  permission: 'manage_labels',
})
