// What one person can open, as a part of their page.
import { Card } from '../../ui/primitives/card.tsx'
import { Doors } from './what-opens.tsx'

export const PersonOpens = ({ userId }: { readonly userId: string }) => (
  <Card title="Can open">
    <div className="grid grid-cols-1 content-start gap-4 px-4 pt-0 pb-4">
      <Doors userId={userId} at="" />
    </div>
  </Card>
)
