// Labels: marks on sites, zones and devices that only people with the same label see.
import { z } from 'zod'
import { command, query, type DomainFacts } from '../operation.ts'
import { changesTo, id, named } from '../shapes.ts'

export const domain: DomainFacts = { title: 'Labels', shows: ['users'] }

export const label = z.object({
  _id: id,
  name: z.string(),
  /** `#RRGGBB` */
  colour: z.string(),
  description: z.string(),
  uses: z.object({ people: z.int(), sites: z.int(), zones: z.int(), devices: z.int() }),
})
export type Label = z.output<typeof label>

const fields = {
  name: z.string().trim().min(2, 'Label name must be at least 2 characters').max(60, 'Label name is too long'),
  colour: z
    .string()
    .regex(/^#[0-9a-f]{6}$/i, 'Choose a colour')
    .default('#64748B'),
  description: z.string().trim().max(300, 'Description is too long').default(''),
}

export const list = query('labels.list', 'GET /labels', 'signed-in', {
  sentence: ['Viewed', 'the labels'],
  summary: 'The labels of the company; to those who do not manage labels or users, their own',
  output: z.object({ labels: z.array(label) }),
})

export const create = command('labels.create', 'POST /labels', 'manage_labels', {
  sentence: ['Added', 'the label {}', 'a label'],
  summary: 'Add a label; whoever adds it has it',
  input: z.object(fields),
  output: z.object({ label }),
})

export const update = command('labels.update', 'PUT /labels/{id}', 'manage_labels', {
  sentence: ['Changed', 'the label {}', 'a label'],
  summary: 'Change the name, colour or description of a label',
  input: z.object({ ...changesTo(fields), id }),
  output: z.object({ label }),
})

export const remove = command('labels.remove', 'DELETE /labels/{id}', 'manage_labels', {
  sentence: ['Deleted', 'the label {}', 'a label'],
  summary: 'Delete a label: what only it marked is seen by everyone with the permission',
})

export const marks = query('labels.marks', 'GET /labels/{id}/marks', 'manage_labels', {
  sentence: ['Viewed', 'what the label {} marks', 'what a label marks'],
  summary: 'Where a label is used',
  output: z.object({
    sites: z.array(named),
    zones: z.array(named),
    devices: z.array(named),
    people: z.array(named),
  }),
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

export const previewMarks = command('labels.previewMarks', 'POST /labels/{id}/marks/preview', 'manage_labels', {
  sentence: ['Viewed', 'what marking with the label {} would hide', 'what marking would hide'],
  summary: 'From whom marking this would take sight of what; changes nothing',
  input: marking,
  output: z.object({ taken: sightChange }),
  audit: false,
})

export const setMarks = command('labels.setMarks', 'PUT /labels/{id}/marks', 'manage_labels', {
  sentence: ['Changed', 'what the label {} marks', 'what a label marks'],
  summary: 'Choose what a label marks; answers from whom that takes sight of what',
  input: marking,
  output: z.object({ label, taken: sightChange }),
})
