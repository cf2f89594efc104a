// Short fields side by side where there is room.
import type { ReactNode } from 'react'

export const FieldPair = ({ children }: { readonly children: ReactNode }) => (
  <div className="grid grid-cols-[repeat(auto-fit,minmax(min(13rem,100%),1fr))] gap-x-4 gap-y-5">{children}</div>
)
