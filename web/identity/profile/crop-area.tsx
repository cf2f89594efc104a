// Which part of a picture is seen: moved by dragging or the arrow keys, zoomed by wheel, pinch or slider.
import Slider from '@mui/material/Slider'
import { useState } from 'react'
import Cropper from 'react-easy-crop'
import 'react-easy-crop/react-easy-crop.css'
import type { Square } from './picture-file.ts'

const mostZoom = 4

export const CropArea = ({ url, onChange }: { readonly url: string; readonly onChange: (square: Square) => void }) => {
  const [crop, setCrop] = useState({ x: 0, y: 0 })
  const [zoom, setZoom] = useState(1)
  return (
    <>
      <div className="relative aspect-[1] overflow-hidden rounded bg-sunken">
        <Cropper
          image={url}
          crop={crop}
          zoom={zoom}
          maxZoom={mostZoom}
          aspect={1}
          cropShape="round"
          showGrid={false}
          objectFit="contain"
          keyboardStep={8}
          disableAutomaticStylesInjection
          mediaProps={{ alt: '' }}
          cropperProps={{
            role: 'application',
            'aria-label': 'What is seen of the picture: move it with the arrow keys',
          }}
          onCropChange={setCrop}
          onZoomChange={setZoom}
          onCropComplete={(_, pixels) => onChange(pixels)}
        />
      </div>
      <div className="grid grid-cols-[auto_minmax(0,1fr)] items-center gap-5 pe-3">
        <span id="picture-zoom">Zoom</span>
        <Slider
          aria-labelledby="picture-zoom"
          min={1}
          max={mostZoom}
          step={0.05}
          value={zoom}
          valueLabelFormat={(value) => `${Math.round(value * 100)} %`}
          getAriaValueText={(value) => `${Math.round(value * 100)} %`}
          onChange={(_, value) => setZoom(value)}
        />
      </div>
      <p className="text-sm text-muted">Drag the picture, or use the arrow keys.</p>
    </>
  )
}
