// What is true of every lockdown, and said wherever one is begun or shown.
import { egress } from '@gatehouse/contract/access/lockdowns'
import { Icon } from '../../ui/primitives/icon.tsx'

export const EgressNote = () => (
  <p className="flex items-baseline gap-2 text-muted [&>svg]:flex-none [&>svg]:[translate:0_2px]">
    <Icon name="exit" />
    {egress}
  </p>
)
