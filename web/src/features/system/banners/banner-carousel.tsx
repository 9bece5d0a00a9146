import { UnstyledButton } from '@mantine/core'
import { useReducedMotion } from '@mantine/hooks'
import { IconChevronLeft, IconChevronRight, IconPlayerPauseFilled, IconPlayerPlayFilled } from '@tabler/icons-react'
import Autoplay from 'embla-carousel-autoplay'
import useEmblaCarousel from 'embla-carousel-react'
import { type KeyboardEvent, useEffect, useLayoutEffect, useState } from 'react'
import classes from '#features/system/banners/banners.module.css'

const interval = 3000

interface BannerTurnsProps {
  /** The element whose content the carousel scrolls. Another component renders the pictures in it. */
  viewport: HTMLElement
  many: number
  /** Called when the carousel can scroll to all banners. */
  onThere(): void
}

/** Scrolls to the next banner automatically, except while the banner is hovered or focused, or if the user prefers reduced motion. */
export function BannerCarousel({ viewport, many, onThere }: BannerTurnsProps) {
  const still = useReducedMotion(undefined, { getInitialValueInEffect: false })
  const [paused, setPaused] = useState(false)
  const [shown, setShown] = useState(0)
  const [autoplay] = useState(() => Autoplay({ delay: interval, stopOnInteraction: false, stopOnMouseEnter: true }))
  const [attach, carousel] = useEmblaCarousel({ loop: true, duration: still ? 0 : 25 }, still || paused ? [] : [autoplay])
  useLayoutEffect(() => {
    attach(viewport)
    onThere()
  }, [attach, viewport, onThere])
  useEffect(() => {
    const look = () => setShown(carousel?.selectedScrollSnap() ?? 0)
    carousel?.on('select', look).on('reInit', look)
    return () => void carousel?.off('select', look).off('reInit', look)
  }, [carousel])

  // The direction is explicit, because with only two banners the other banner is both the next and the previous one.
  const back = () => carousel?.scrollPrev()
  const on = () => carousel?.scrollNext()
  const turnTo = (place: number) => carousel?.scrollTo(place)
  function press(event: KeyboardEvent<HTMLElement>) {
    const turns: Partial<Record<string, readonly [turn: () => void, place: number]>> = {
      ArrowLeft: [back, shown - 1],
      ArrowRight: [on, shown + 1],
      Home: [() => turnTo(0), 0],
      End: [() => turnTo(many - 1), many - 1],
    }
    const asked = turns[event.key]
    if (!asked || event.altKey || event.ctrlKey || event.metaKey) return
    const [turn, place] = asked
    event.preventDefault()
    turn()
    const dots = [...event.currentTarget.querySelectorAll<HTMLElement>('[role="tab"]')]
    if (dots.some((dot) => dot === event.target)) dots[(place + many) % many]?.focus()
  }

  return (
    <fieldset className={classes.controls} aria-label="Kendali banner" onKeyDown={press}>
      <UnstyledButton className={classes.control} aria-label="Banner sebelumnya" onClick={back}>
        <IconChevronLeft size={24} />
      </UnstyledButton>
      <UnstyledButton className={classes.control} data-next aria-label="Banner berikutnya" onClick={on}>
        <IconChevronRight size={24} />
      </UnstyledButton>
      <div role="tablist" aria-label="Pilih banner" className={classes.dots}>
        {Array.from({ length: many }, (_, place) => (
          <UnstyledButton
            // biome-ignore lint/suspicious/noArrayIndexKey: a dot is nothing but its place.
            key={place}
            role="tab"
            className={classes.dot}
            aria-label={`Banner ${place + 1}`}
            aria-selected={place === shown}
            tabIndex={place === shown ? 0 : -1}
            // A press by mouse must not move the focus to the dot.
            onMouseDown={(event) => event.preventDefault()}
            onClick={() => turnTo(place)}
          />
        ))}
      </div>
      {!still && (
        <UnstyledButton
          className={classes.pause}
          aria-label={paused ? 'Putar banner' : 'Hentikan banner'}
          onClick={() => setPaused(!paused)}
        >
          {paused ? <IconPlayerPlayFilled size={16} /> : <IconPlayerPauseFilled size={16} />}
        </UnstyledButton>
      )}
    </fieldset>
  )
}
