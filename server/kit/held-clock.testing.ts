// The first thing that every process of the unit tests loads.
import { holdClock } from './clock.testing.ts'

holdClock()
