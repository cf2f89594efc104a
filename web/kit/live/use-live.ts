// The state of the live connection, for those who show it.
import { useSyncExternalStore } from 'react'
import type { LiveState } from './live.ts'
import { telemetry } from './telemetry.ts'

export const useLive = (): LiveState => useSyncExternalStore(telemetry().subscribe, telemetry().state)
