// What an answer makes of a command, whatever comes in whatever order: against the few things that must hold.
import type { Status } from '@gatehouse/contract/building/command-life'
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { type Answer, weigh } from './settle.ts'

const expiresAt = new Date('2026-11-22T20:00:10Z')
const runs = Number(process.env['COMMAND_RUNS'] ?? 2000)

const anAnswer = fc.record({
  status: fc.constantFrom<Answer['status']>('sent', 'confirmed', 'refused', 'no-answer', 'failed'),
  at: fc.integer({ min: 0, max: 30 }).map((s) => new Date(expiresAt.getTime() - 10_000 + s * 1000)),
})

describe('a command', () => {
  test('is settled by the door once, and by nothing else after that', () => {
    fc.assert(
      fc.property(fc.array(anAnswer, { maxLength: 12 }), (answers) => {
        let status: Status = 'requested'
        let reportedByDoor: Status | undefined
        for (const answer of answers) {
          const weighed = weigh(status, expiresAt, answer)
          const fromDoor = answer.status === 'confirmed' || answer.status === 'refused'
          if (reportedByDoor !== undefined) {
            // Only that it was sent may still be noted; it stands as the door has said.
            expect(weighed?.status ?? null).toBeNull()
          } else if (fromDoor) {
            expect(weighed?.status).toBe(answer.status)
            const waiting = status === 'requested' || status === 'sent'
            expect(weighed?.late).toBe(!waiting || answer.at > expiresAt)
            reportedByDoor = answer.status
          } else if (status === 'no-answer' || status === 'failed') {
            expect(weighed?.status ?? null).toBeNull()
          }
          // What was sent has not failed to leave.
          if (status === 'sent') expect(weighed?.status).not.toBe('failed')
          status = weighed?.status ?? status
        }
      }),
      { numRuns: runs },
    )
  })
})
