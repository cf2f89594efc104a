// All products on one page.
import { Link } from '../../kit/place.tsx'
import type { Head } from '../../kit/public-page.ts'
import { headOf } from '../frame/page-head.ts'
import { products } from './products.ts'
import { PublicFrame } from '../frame/public-frame.tsx'
import { Block } from '../sections/block.tsx'
import { Closing } from '../sections/closing.tsx'
import { Hero } from '../sections/hero.tsx'
import { Picture } from '../sections/picture.tsx'

export const head = (): Head =>
  headOf({
    title: 'Products for doors, gas, counting and access',
    description:
      'Eight sides of one platform: safety automation, IoT, smart things, integration, enterprise, cybersecurity, counting and forecasts, iPhone and iPad.',
    trail: [{ to: '/products', name: 'Products' }],
  })

export const Page = () => (
  <PublicFrame>
    <Hero
      title="One product, eight sides"
      lead="There are no modules to buy and none to leave out: whoever runs Gatehouse has all of this. Each page says what runs today, and apart from it what is not there."
      aside={
        <Picture
          name="gas"
          first
          sizes="(min-width: 900px) 38rem, 100vw"
          alt="Gas readings of the demo building by place, each with its trend, set point and age; carbon monoxide in the car park is above its set point."
        />
      }
    />
    <Block title="All products" lead="Begin where your question is.">
      <ul className="grid grid-cols-[repeat(auto-fill,minmax(min(18rem,100%),1fr))] gap-4">
        {products.map(({ to, name, text }) => (
          <li
            key={to}
            className="relative grid content-start gap-2 [border-radius:calc(var(--radius)_*_1.5)] border border-line bg-surface p-5 text-lg leading-[1.5] hover:border-public-primary [&:hover_a]:text-public-text [&:hover_a]:underline"
          >
            <h3 className="text-[1.1875rem] tracking-[-0.01em]">
              {/* The whole card leads there, and the name is what is read. */}
              <Link
                to={to}
                className="text-text no-underline after:absolute after:inset-0 after:rounded-[inherit] after:content-['']"
              >
                {name}
              </Link>
            </h3>
            <p className="text-pretty text-muted">{text}</p>
          </li>
        ))}
      </ul>
    </Block>
    <Closing />
  </PublicFrame>
)
