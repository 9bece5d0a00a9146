import '@mantine/carousel/styles.layer.css'
import type { bannerCalls } from '@lapak/contract/banners'
import type { DataOf } from '@lapak/contract/call'
import { Carousel } from '@mantine/carousel'
import { UnstyledButton } from '@mantine/core'
import { useReducedMotion } from '@mantine/hooks'
import { IconPlayerPauseFilled, IconPlayerPlayFilled } from '@tabler/icons-react'
import Autoplay from 'embla-carousel-autoplay'
import { useState } from 'react'
import classes from '#features/banners/banners.module.css'

const interval = 3000

/** Goes on by itself, but not while it is looked at closely, nor for people whom movement disturbs. */
export function BannerCarousel({ banners }: { banners: DataOf<typeof bannerCalls.shown> }) {
  const still = useReducedMotion(undefined, { getInitialValueInEffect: false })
  const [paused, setPaused] = useState(false)
  const [autoplay] = useState(() => Autoplay({ delay: interval, stopOnInteraction: false, stopOnMouseEnter: true }))
  const several = banners.length > 1
  const plays = several && !still
  return (
    <div className={classes.frame}>
      <Carousel
        height="var(--banner-height)"
        classNames={{ root: classes.carousel, control: classes.control, indicators: classes.dots, indicator: classes.dot }}
        aria-label="Banner"
        aria-roledescription="korsel"
        withControls={several}
        withIndicators={several}
        controlSize={44}
        previousControlProps={{ 'aria-label': 'Banner sebelumnya' }}
        nextControlProps={{ 'aria-label': 'Banner berikutnya' }}
        getIndicatorProps={(index) => ({ 'aria-label': `Banner ${index + 1}` })}
        emblaOptions={{ loop: true, duration: still ? 0 : 25 }}
        plugins={plays && !paused ? [autoplay] : []}
      >
        {banners.map(({ id, image, caption }) => (
          <Carousel.Slide key={id.toString()}>
            <img src={image} alt={caption} className={classes.picture} draggable={false} />
          </Carousel.Slide>
        ))}
      </Carousel>
      {plays && (
        <UnstyledButton
          className={classes.pause}
          aria-label={paused ? 'Putar banner' : 'Hentikan banner'}
          onClick={() => setPaused(!paused)}
        >
          {paused ? <IconPlayerPlayFilled size={16} /> : <IconPlayerPauseFilled size={16} />}
        </UnstyledButton>
      )}
    </div>
  )
}
