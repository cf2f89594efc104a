// A gate at which nobody is known, for tests of what is served to everybody.
import type { Gate } from './serve.ts'

export const openGate: Gate = {
  caller: async () => null,
  linkCaller: async () => null,
  machine: async () => null,
  sees: () => false,
  audit: async () => {},
  ready: () => true,
  orLost: (work) => work,
  observe: () => {},
}
