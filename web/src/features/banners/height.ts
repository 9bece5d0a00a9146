/** Of a banner, on every screen (B-CONST-11). */
export const bannerHeight = 350
