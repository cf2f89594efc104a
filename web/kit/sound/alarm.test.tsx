// Nothing is heard before the first click, nothing while muted, and an alarm in one tab only.
import type { Sound } from '@gatehouse/contract/messages/sound'
import { alarmTones, ringTones, usualSound } from '@gatehouse/contract/messages/sound'
import { beforeEach, expect, test, vi } from 'vitest'
import { createAlarm } from './alarm.ts'
import { createPlayer } from './player.ts'
import { alarmNotes, ringNotes } from './tones.ts'

const now = Date.parse('2026-11-21T12:00:00Z')

let started: number
let taken: Set<string>

const aNode = () => ({
  gain: { setValueAtTime: vi.fn(), linearRampToValueAtTime: vi.fn() },
  frequency: { setValueAtTime: vi.fn(), linearRampToValueAtTime: vi.fn() },
  connect: (to: unknown) => to,
  start: () => void started++,
  stop: vi.fn(),
})

beforeEach(() => {
  vi.useFakeTimers()
  started = 0
  taken = new Set()
  vi.stubGlobal(
    'AudioContext',
    class {
      readonly currentTime = 0
      readonly state = 'running'
      readonly createOscillator = aNode
      readonly createGain = aNode
    },
  )
  vi.stubGlobal('navigator', {
    userActivation: { hasBeenActive: true },
    locks: {
      request: async (name: string, _options: object, act: (lock: object | null) => Promise<void>) => {
        if (taken.has(name)) return act(null)
        taken.add(name)
        await act({ name })
        taken.delete(name)
      },
    },
  })
  return () => {
    vi.useRealTimers()
    vi.unstubAllGlobals()
  }
})

const aTab = (sound: Partial<Sound> = {}) => {
  const call = vi.fn(async () => ({ sound: { ...usualSound, ...sound } }))
  return {
    call,
    alarm: createAlarm({ api: { call: call as never }, clock: { now: () => now }, player: createPlayer() }),
  }
}

test('an alarm is heard once, whichever tabs are brought it', async () => {
  for (const tab of [aTab(), aTab(), aTab()]) void tab.alarm.sound('n1')
  await vi.advanceTimersByTimeAsync(6_000)
  expect(started).toBe(alarmNotes.pulse.length)
  void aTab().alarm.sound('n2')
  await vi.advanceTimersByTimeAsync(6_000)
  expect(started).toBe(2 * alarmNotes.pulse.length)
})

test('in a flood one tone is for all that came meanwhile', async () => {
  const { alarm, call } = aTab()
  for (const id of ['n1', 'n2', 'n3']) void alarm.sound(id)
  await vi.advanceTimersByTimeAsync(100)
  expect([started, call.mock.calls.length]).toEqual([alarmNotes.pulse.length, 1])
})

test('before the first click nothing is played, nor asked for', async () => {
  vi.stubGlobal('navigator', { userActivation: { hasBeenActive: false } })
  const { alarm, call } = aTab()
  await alarm.sound('n1')
  expect([started, call.mock.calls.length]).toEqual([0, 0])
  expect(createPlayer().play(alarmNotes.siren, 100)).toBe(false)
})

test.each([
  ['muted', { mutedUntil: '2026-11-21T12:15:00Z' }, 0],
  ['no longer muted', { mutedUntil: '2026-11-21T11:59:59Z' }, alarmNotes.pulse.length],
  ['without a tone', { alarm: 'off' }, 0],
  ['without volume', { volume: 0 }, 0],
] as const)('%s', async (_name, sound, heard) => {
  void aTab(sound).alarm.sound('n1')
  await vi.advanceTimersByTimeAsync(6_000)
  expect(started).toBe(heard)
})

test('every tone that can be chosen is there, and over within three seconds', () => {
  for (const [tones, notes] of [
    [alarmTones, alarmNotes],
    [ringTones, ringNotes],
  ] as const) {
    expect(Object.keys(notes).sort()).toEqual(Object.keys(tones).sort())
    for (const [name, tone] of Object.entries(notes)) {
      expect(tone.length > 0, name).toBe(name !== 'off')
      for (const { at, seconds } of tone) expect(at + seconds).toBeLessThanOrEqual(3)
    }
  }
})
