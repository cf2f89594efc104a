// Floor plans: a picture of each floor, and where on it the devices are.
import { z } from 'zod'
import { device } from './devices.ts'
import { bytes, command, event, query, type DomainFacts } from '../operation.ts'
import { id, moment } from '../shapes.ts'

export const domain: DomainFacts = { title: 'Floor plans', shows: ['doorSetup', 'doors', 'sites'] }

/** Edges of the pictures in pixels, at most. */
export const pictureSizes = { small: 640, large: 4096 } as const

/** What may be sent: a picture, a drawing or a document of which one page is taken. */
export const fileTypes = [
  'image/png',
  'image/jpeg',
  'image/webp',
  'image/gif',
  'image/svg+xml',
  'application/pdf',
] as const
export const fileBytes = 20 * 1024 * 1024
export const mostPages = 200

export const messages = {
  size: 'A plan may be 20 MB at most.',
  type: 'Please use a PNG, JPEG, WebP, GIF or SVG picture, or a PDF.',
  unreadable: 'This file could not be read. Is it complete, and what its name says?',
  pixels: 'This picture has too many pixels. Please use one of at most 50 megapixels.',
  slow: 'Drawing this takes too long or too much memory. Please save it as a PNG and use that.',
  locked: 'This PDF asks for a password. Please save it without one.',
  page: 'This document has no such page.',
  pages: 'This document has more than 200 pages. Please save the one of the plan by itself.',
} as const

/** What is wrong with a file before it is sent; null when nothing is. */
export const fileFault = ({ type, size }: { readonly type: string; readonly size: number }): string | null => {
  if (!fileTypes.some((one) => one === type)) return messages.type
  return size > fileBytes ? messages.size : null
}

const picture = z.object({
  /** New with every picture. */
  id,
  width: z.int(),
  height: z.int(),
  /** What it was made from: `PDF, page 2`. */
  source: z.string(),
  uploadedAt: moment,
})

export const plan = z.object({
  floorId: id,
  floor: z.string(),
  level: z.int(),
  siteId: id,
  site: z.string(),
  /** null: none was sent yet. */
  picture: picture.nullable(),
  /** How many of those that the caller sees are on it. */
  devices: z.int(),
})
export type Plan = z.output<typeof plan>

/** 0 to 1 from the left and from the top; degrees clockwise. */
export const spot = z.object({
  deviceId: id,
  x: z.number().min(0).max(1),
  y: z.number().min(0).max(1),
  rotation: z.int().min(0).max(359),
})
export type Spot = z.output<typeof spot>

export const placed = device.extend({
  x: z.number(),
  y: z.number(),
  rotation: z.int(),
})
export type Placed = z.output<typeof placed>

export const list = query('plans.list', 'GET /plans', 'read_dashboard', {
  sentence: ['Viewed', 'the plans of floors'],
  summary: 'The floors that the caller may see, each with its plan if it has one',
  output: z.object({ plans: z.array(plan) }),
})

export const byFloor = query('plans.byFloor', 'GET /plans/{floorId}', 'read_dashboard', {
  sentence: ['Viewed', 'the plan of a floor'],
  summary: 'The plan of a floor and the devices on it that the caller may see, with the latest each one said',
  output: z.object({ plan, devices: z.array(placed) }),
})

export const pictureOf = query('plans.pictureOf', 'GET /plans/{floorId}/picture/{pictureId}/{size}', 'read_dashboard', {
  sentence: ['Viewed', 'the picture of a plan'],
  summary: 'The picture of a plan, in one of two sizes',
  input: z.object({ floorId: id, pictureId: id, size: z.enum(['small', 'large']) }),
  output: bytes,
  download: 'image/webp',
})

const upload = { field: 'plan', bytes: fileBytes, tooLarge: messages.size } as const
const page = z.coerce.number().int().min(1).max(mostPages)

export const look = command('plans.look', 'POST /plans/look/{page}', 'manage_doors', {
  sentence: ['Viewed', 'a file as a plan'],
  summary: 'How a page of a file would look as a plan; nothing is kept of it: multipart, field `plan`',
  input: z.object({ page }),
  output: z.object({
    /** 1 for anything but a PDF. */
    pages: z.int(),
    /** A `data:` address of a small picture. */
    preview: z.string(),
  }),
  upload,
  audit: false,
  rateLimit: 60,
  timeoutMs: 60_000,
})

export const setPicture = command('plans.setPicture', 'POST /plans/{floorId}/picture/{page}', 'manage_doors', {
  sentence: ['Put', 'a picture under the plan of {}', 'a picture under a plan'],
  summary: 'Make a file the plan of a floor, of a PDF one page; what is placed stays: multipart, field `plan`',
  input: z.object({ floorId: id, page }),
  output: z.object({ plan }),
  upload,
  rateLimit: 30,
  timeoutMs: 60_000,
})

export const removePicture = command('plans.removePicture', 'DELETE /plans/{floorId}/picture', 'manage_doors', {
  sentence: ['Removed', 'the picture of the plan of {}', 'the picture of a plan'],
  summary: 'Remove the picture of a floor; where the devices are stays known',
  output: z.object({ plan }),
})

export const arrange = command('plans.arrange', 'PUT /plans/{floorId}/devices', 'manage_doors', {
  sentence: ['Changed', 'where devices are on the plan of {}', 'where devices are on a plan'],
  summary: 'Put devices on the plan of a floor, move and turn them, or take them off it',
  input: z.object({
    floorId: id,
    placed: z.array(spot).max(2000).default([]),
    removed: z.array(id).max(2000).default([]),
  }),
  output: z.object({ plan, devices: z.array(placed) }),
})

/** A plan, a place or where something is on a plan is other than it was: ask again. */
export const changed = event('plans.changed', z.object({ at: moment }), {
  permission: 'read_dashboard',
  scope: 'company',
  touches: true,
})
