// The service of gas detectors as a spreadsheet takes it: a line for each channel.
import type { ChannelService, DetectorService } from '@gatehouse/contract/safety/detector-service'
import { csvLine } from '../../kit/csv.ts'

const columns = {
  deviceId: (d) => d.key,
  name: (d) => d.name,
  site: (d) => d.site,
  zone: (d) => d.zone,
  channel: (_, c) => c.channel,
  state: (_, c) => c.state,
  calibration: (_, c) => c.calibration.state,
  calibratedOn: (_, c) => c.calibration.lastOn,
  calibrationDueOn: (_, c) => c.calibration.dueOn,
  bumpTest: (_, c) => c.bumpTest.state,
  bumpTestedOn: (_, c) => c.bumpTest.lastOn,
  bumpTestDueOn: (_, c) => c.bumpTest.dueOn,
  replacement: (_, c) => c.replacement?.state ?? null,
  installedOn: (_, c) => c.sensor.installedOn,
  replacementDueOn: (_, c) => c.replacement?.dueOn ?? null,
  sensorType: (_, c) => c.sensor.type,
  sensorSerial: (_, c) => c.sensor.serial,
} satisfies Record<string, (detector: DetectorService, channel: ChannelService) => string | null>

export function* csvOf(detectors: readonly DetectorService[]): Generator<string> {
  yield csvLine(Object.keys(columns))
  for (const detector of detectors)
    for (const channel of detector.channels)
      yield csvLine(Object.values(columns).map((of) => of(detector, channel) ?? ''))
}
