// The frame of the gallery: the list of components at the side, light or dark, the density, and one page for each.
import ToggleButton from '@mui/material/ToggleButton'
import ToggleButtonGroup from '@mui/material/ToggleButtonGroup'
import { Fragment, useId } from 'react'
import { NavLink, Outlet, useNavigate, useParams } from 'react-router'
import {
  chooseDensity,
  chooseThemeMode,
  type Density,
  type ThemeMode,
  useDensity,
  useThemeMode,
} from '../kit/hands/theme-mode.ts'
import { useTimeZone } from '../kit/time.ts'
import { RouterPlace } from '../shell/router-place.tsx'
import { Empty } from '../ui/feedback/states.tsx'
import { TipLayer } from '../ui/sheets/tip-layer.tsx'
import { Toasts } from '../ui/feedback/toasts.tsx'
import styles from './gallery.module.css'
import { stories } from './stories.ts'
import { slugOf, type Story } from './story.ts'

export const Gallery = () => {
  const navigate = useNavigate()
  const { story } = useParams()
  return (
    <RouterPlace>
      <div className="grid min-h-[100dvh] grid-cols-[15rem_minmax(0,1fr)] below-md:grid-cols-1 below-md:content-start">
        <header className={styles.side}>
          <p className="text-lg font-[650]">Gatehouse gallery</p>
          <div className="flex flex-wrap gap-2">
            <Theme />
            <Densities />
          </div>
          <nav className={styles.list} aria-label="Components">
            <ul>
              {stories.map((one) => (
                <li key={one.name}>
                  <NavLink to={`/${slugOf(one)}`}>{one.name}</NavLink>
                </li>
              ))}
            </ul>
          </nav>
          <select
            className="hidden min-h-touch rounded border border-strong-line bg-surface px-3 py-0 text-lg text-text below-md:block"
            aria-label="Component"
            value={story ?? ''}
            onChange={({ target }) => void navigate(`/${target.value}`)}
          >
            <option value="">Choose a component</option>
            {stories.map((one) => (
              <option key={one.name} value={slugOf(one)}>
                {one.name}
              </option>
            ))}
          </select>
        </header>
        <main id="main" className="min-w-0 p-8 below-md:px-4 below-md:pt-5 below-md:pb-10">
          <Outlet />
        </main>
        <Toasts />
        <TipLayer timeZone={useTimeZone()} />
      </div>
    </RouterPlace>
  )
}

export const GalleryPage = () => {
  const { story = slugOf(stories[0] ?? { name: '' }) } = useParams()
  const found = stories.find((one) => slugOf(one) === story)
  if (!found) {
    return (
      <Empty title="There is no such component">
        <p>Choose one from the list.</p>
      </Empty>
    )
  }
  return <StoryPage key={story} {...found} />
}

const StoryPage = ({ name, about, states }: Story) => {
  const heading = useId()
  return (
    <>
      <header className="grid gap-2 [&_p]:max-w-[70ch] [&_p]:text-muted">
        <title>{`${name} · Gallery · Gatehouse`}</title>
        <h1>{name}</h1>
        <p>{about}</p>
      </header>
      {states.map(({ name: state, render: State, press }, place) => (
        <Fragment key={state}>
          <h2 id={`${heading}${place}`} className="mt-8 mb-3">
            {state}
          </h2>
          <section
            aria-labelledby={`${heading}${place}`}
            className="min-w-0 rounded border border-line bg-surface p-5 below-md:p-4"
            data-state={state}
            data-press={press}
          >
            <State />
          </section>
        </Fragment>
      ))}
    </>
  )
}

const Theme = () => {
  const mode = useThemeMode()
  return (
    <ToggleButtonGroup
      exclusive
      size="small"
      value={mode}
      aria-label="Theme"
      onChange={(_, chosen: ThemeMode | null) => chosen && chooseThemeMode(chosen)}
    >
      <ToggleButton value="light">Light</ToggleButton>
      <ToggleButton value="dark">Dark</ToggleButton>
    </ToggleButtonGroup>
  )
}

const Densities = () => {
  const density = useDensity()
  return (
    <ToggleButtonGroup
      exclusive
      size="small"
      value={density}
      aria-label="Density"
      onChange={(_, chosen: Density | null) => chosen && chooseDensity(chosen)}
    >
      <ToggleButton value="comfortable">Comfortable</ToggleButton>
      <ToggleButton value="compact">Compact</ToggleButton>
    </ToggleButtonGroup>
  )
}
