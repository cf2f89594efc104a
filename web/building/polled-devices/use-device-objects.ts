// The objects of the BACnet device whose address is typed, read when somebody asks for them.
import * as polling from '@gatehouse/contract/building/polling'
import type { FoundObjects } from '@gatehouse/contract/building/polling'
import { useRef, useState } from 'react'
import { type UseFormReturn, useWatch } from 'react-hook-form'
import { call } from '../../kit/data/api.ts'
import { showFaults } from '../../ui/forms/form-faults.ts'
import { deviceOf } from './found-points.ts'
import type { PollFields } from './poll-fields.ts'

/** What a device listed, and of which one. */
export interface ListedObjects {
  readonly of: string
  readonly found: FoundObjects
}

export interface ReadObjects {
  readonly listed: ListedObjects | null
  /** The address has been changed since. */
  readonly isOld: boolean
  readonly isBusy: boolean
  readonly failure: string | null
  readonly read: () => Promise<void>
}

export const useDeviceObjects = (form: UseFormReturn<PollFields>): ReadObjects => {
  const [listed, setListed] = useState<ListedObjects | null>(null)
  const [isBusy, setBusy] = useState(false)
  const [failure, setFailure] = useState<string | null>(null)
  const newest = useRef(0)
  const typed = useWatch({ control: form.control, compute: (fields: PollFields) => deviceOf(fields).of })
  const read = async () => {
    // Another device may be chosen while the one before is still being read: the newest counts.
    const mine = ++newest.current
    setBusy(true)
    setFailure(null)
    try {
      if (!(await form.trigger(['host', 'port', 'deviceInstance', 'timeoutMs'], { shouldFocus: true }))) return
      const { of, device } = deviceOf(form.getValues())
      const found = await call(polling.readObjects, device)
      if (mine === newest.current) setListed({ of, found })
    } catch (error) {
      if (mine !== newest.current) return
      setListed(null)
      setFailure(showFaults(form, error, 'The objects could not be read.'))
    } finally {
      if (mine === newest.current) setBusy(false)
    }
  }
  return { listed, isOld: listed !== null && listed.of !== typed, isBusy, failure, read }
}
