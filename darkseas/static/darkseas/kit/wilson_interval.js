/** How sure a share is. */

const Z = 1.959964;

/** The Wilson interval at 95 in 100 (E. B. Wilson, JASA 22, 1927), in whole per cent. @param {number} wins @param {number} battles */
export function intervalOf(wins, battles) {
  if (!battles) return { low: 0, high: 100 };
  const share = wins / battles;
  const middle = share + (Z * Z) / (2 * battles);
  const reach = Z * Math.sqrt((share * (1 - share)) / battles + (Z * Z) / (4 * battles * battles));
  const whole = 1 + (Z * Z) / battles;
  return {
    low: Math.max(0, Math.round((100 * (middle - reach)) / whole)),
    high: Math.min(100, Math.round((100 * (middle + reach)) / whole)),
  };
}
