import * as activity from '@gatehouse/contract/record/activity'
import * as shiftNotes from '@gatehouse/contract/safety/shift-notes'
import { expect, test } from 'vitest'
import { aCompany } from '../../testing/building.testing.ts'
import { sharedServer } from '../../testing/test-server.testing.ts'

test('what one shift hands over is read by the next, by whom it says, and on the record', async () => {
  const server = await sharedServer()
  const company = await aCompany(server.store.pool)
  const night = await server.signedIn(company, {
    can: ['read_dashboard', 'acknowledge_alarms', 'view_activity_logs'],
    name: 'Nia Night',
  })
  const day = await server.signedIn(company, { can: ['read_dashboard'], name: 'Dee Day' })
  const stranger = await server.signedIn(await aCompany(server.store.pool), { can: ['read_dashboard'] })
  const { note } = await night.call(shiftNotes.write, { text: '  The lift engineer comes at nine. ' })
  expect(note).toMatchObject({ text: 'The lift engineer comes at nine.', by: 'Nia Night', isRead: true, readBy: [] })
  expect((await day.try(shiftNotes.write, { text: 'x' })).status).toBe(403)
  expect((await night.try(shiftNotes.write, { text: '  ' })).body).toMatchObject({ details: [{ field: 'text' }] })
  expect((await day.call(shiftNotes.list)).notes).toMatchObject([{ id: note.id, isRead: false }])
  await day.call(shiftNotes.read, { id: note.id })
  const read = await day.call(shiftNotes.read, { id: note.id })
  expect(read.note).toMatchObject({ isRead: true, readBy: [{ name: 'Dee Day' }] })
  expect((await stranger.call(shiftNotes.list)).notes).toEqual([])
  expect((await stranger.try(shiftNotes.read, { id: note.id })).status).toBe(404)
  const { entries } = await night.call(activity.list, { action: 'shiftNotes' })
  const done = entries.filter(({ outcome }) => outcome === 'done').map(({ action }) => action)
  expect(done).toEqual(['shiftNotes.read', 'shiftNotes.read', 'shiftNotes.write'])
})
