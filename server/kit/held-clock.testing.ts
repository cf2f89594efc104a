// The first thing that every process of the unit tests loads. GATEHOUSE_TEST_NOW: the time at which they begin, such as
// 2027-03-28T00:30:00Z, half an hour before the clocks change in Europe; but for those that start programs.
import { beforeEach } from 'vitest'
import { holdClock, passJump } from './clock.testing.ts'

holdClock(process.env['GATEHOUSE_TEST_NOW'] || undefined)
beforeEach(passJump)
