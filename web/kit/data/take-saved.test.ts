// What a form says of itself besides its values is said to React, and there is none here.
// oxlint-disable no-underscore-dangle
import { createFormControl } from 'react-hook-form'
import { expect, test } from 'vitest'
import { takeSaved } from './take-saved.ts'

const begun = () => {
  const form = createFormControl({ defaultValues: { title: 'Doors', tags: ['oil'], text: '' } })
  // As on a page: before that its values are those it begins with.
  form.control._state.mount = true
  form.setValue('title', '  Doors drift ', { shouldDirty: true })
  return form
}
const saved = { title: 'Doors drift', tags: ['oil'], text: '' }

test('what was saved is what the form begins with from now', () => {
  const form = begun()
  expect(takeSaved(form, form.getValues(), saved)).toBe(true)
  expect(form.getValues()).toEqual(saved)
  expect(form.control._formState.isDirty).toBe(false)
})

test('what was typed meanwhile stays, and is still to be saved', () => {
  const form = begun()
  const sent = structuredClone(form.getValues())
  form.setValue('text', 'Springs tire')
  form.setValue('tags', ['oil', 'springs'])
  expect(takeSaved(form, sent, saved)).toBe(false)
  expect(form.getValues()).toEqual({ title: 'Doors drift', tags: ['oil', 'springs'], text: 'Springs tire' })
  expect(form.control._defaultValues).toEqual(saved)
  expect(form.control._formState.isDirty).toBe(true)
  form.reset()
  expect(form.getValues()).toEqual(saved)
})
