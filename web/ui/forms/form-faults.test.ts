import { expect, test, vi } from 'vitest'
import { ApiError } from '../../kit/data/api.ts'
import { showFaults } from './form-faults.ts'

const aForm = () => {
  const set = vi.fn()
  return { set, form: { getValues: () => ({ email: '', roleIds: [] }), setError: set } }
}
const refused = (...details: { field: string; message: string }[]) =>
  new ApiError(422, { code: 'VALIDATION', message: 'Please look again.', details })

test('every fault goes to its field, and the first one takes the focus', () => {
  const { form, set } = aForm()
  const error = refused({ field: 'email', message: 'Taken' }, { field: 'roleIds.0', message: 'Not yours to give' })
  expect(showFaults(form, error)).toBeNull()
  expect(set.mock.calls).toEqual([
    ['email', { type: 'server', message: 'Taken' }, { shouldFocus: true }],
    ['roleIds.0', { type: 'server', message: 'Not yours to give' }, { shouldFocus: false }],
  ])
})

test('what is about no field of the form is said of the whole', () => {
  const { form } = aForm()
  expect(showFaults(form, refused({ field: 'company', message: 'Enter the name of your company' }))).toBe(
    'Enter the name of your company',
  )
  expect(showFaults(form, new ApiError(409, { code: 'CONFLICT', message: 'Somebody was faster.' }))).toBe(
    'Somebody was faster.',
  )
  expect(showFaults(form, new TypeError('x'))).toBe('Server error. Please try again later.')
})
