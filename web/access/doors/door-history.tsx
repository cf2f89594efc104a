// What a door was commanded to do, and what happened there.
import { DoorCommands } from './door-commands.tsx'
import { DoorEvents } from './door-events.tsx'

export const DoorHistory = ({ doorId }: { readonly doorId: string }) => (
  <div className="grid grid-cols-1 gap-5">
    <DoorCommands doorId={doorId} />
    <DoorEvents doorId={doorId} />
  </div>
)
