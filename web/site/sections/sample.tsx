// Something to be typed or sent as it stands, under the name of what it is.

interface SampleProps {
  readonly title: string
  readonly text: string
}

export const Sample = ({ title, text }: SampleProps) => (
  <figure className="m-0 overflow-hidden [border-radius:calc(var(--radius)_*_1.5)] bg-public-deep text-on-public-deep [&+&]:mt-4">
    <figcaption className="border-b border-b-[rgb(255_255_255_/_16%)] px-5 py-3 text-md font-semibold wrap-anywhere">
      {title}
    </figcaption>
    {/* Too long a line goes on below: nothing scrolls sideways. */}
    <pre className="m-0 px-5 pt-4 pb-5 [tab-size:2] [font:0.875rem/1.7_ui-monospace,'SF_Mono','Cascadia_Code',Menlo,Consolas,monospace] wrap-anywhere whitespace-pre-wrap">
      <code>{text}</code>
    </pre>
  </figure>
)
