// The card of what needs a person, before that is known.
import { SkeletonRows } from '../../ui/feedback/states.tsx'
import { Card } from '../../ui/primitives/card.tsx'

export const AttentionToCome = () => (
  <Card title="Needs attention">
    <SkeletonRows rows={1} />
  </Card>
)
