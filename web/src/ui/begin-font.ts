import font from '@fontsource-variable/inter/files/inter-latin-wght-normal.woff2?url'

// As soon as the program is there, whose files it would hold up, and before the first text is drawn, which takes the processor as long as this takes the line.
const link = document.createElement('link')
Object.assign(link, { rel: 'preload', as: 'font', type: 'font/woff2', crossOrigin: '', href: font })
document.head.append(link)
