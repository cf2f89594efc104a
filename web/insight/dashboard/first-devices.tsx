// What stands under what needs attention where nothing is supervised yet.
import { AddFirstDoor } from '../../access/doors/add-first-door.tsx'
import { AddDeviceLink } from '../../ui/feedback/add-device-link.tsx'
import { StatusWord } from '../../ui/primitives/status-word.tsx'

export const FirstDevices = () => (
  <p className="flex flex-wrap items-center gap-x-4 gap-y-2 px-4 pb-4 from-lg:py-2 [&>span]:whitespace-normal">
    <StatusWord state="unknown" word="No devices yet" />
    <span className="text-muted">Nothing is supervised before the first device is added.</span>
    <AddFirstDoor />
    <AddDeviceLink>Add another device</AddDeviceLink>
  </p>
)
