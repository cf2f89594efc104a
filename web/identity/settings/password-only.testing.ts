// The protection of an account that has a password and nothing else.
import type { Output } from '@gatehouse/contract/operation'
import type { state } from '@gatehouse/contract/identity/second-factors'
import { beganAt } from '../../kit/testing/fake-time.testing.ts'

export const passwordOnly: Output<typeof state> = {
  method: 'none',
  required: 'none',
  hasPassword: true,
  passwordChangedAt: beganAt,
  recoveryCodesLeft: 0,
  passkeys: [],
  trustedDevices: [],
}
