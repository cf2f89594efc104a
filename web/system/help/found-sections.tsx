// What a search in the help has found.
import { helpPages } from '@gatehouse/contract/system/help'
import type { ReactNode } from 'react'
import { Link } from 'react-router'
import { sections } from 'virtual:help/sections'
import { excerptOf, findSections } from './find-sections.ts'

export const FoundSections = ({ sought, nothing }: { readonly sought: string; readonly nothing: ReactNode }) => {
  const found = findSections(sections, sought)
  if (found.length === 0) return nothing
  return (
    <ul aria-label="Results" className="grid gap-3">
      {found.map((section) => (
        <li
          key={`${section.page}#${section.anchor}`}
          className="relative grid gap-1 rounded border border-line bg-surface p-4 wrap-anywhere"
        >
          <Link
            to={`/help/${section.page}${section.anchor && `#${section.anchor}`}`}
            className="font-semibold after:absolute after:inset-0 after:content-['']"
          >
            {section.heading}
          </Link>
          <p className="text-sm text-muted">{helpPages.find(({ name }) => name === section.page)?.title}</p>
          <p>{excerptOf(section, sought)}</p>
        </li>
      ))}
    </ul>
  )
}
