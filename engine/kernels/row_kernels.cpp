// row_kernels.cpp: softmax, norms, activations and the optimiser's step, vector by vector. Compiled once for
// each set of instructions, as product_kernels.cpp is. Without contraction (-ffp-contract=off): fused only
// where it says MulAdd.
#include "engine/kernels/row_kernels.h"

#include "engine/kernels/instructions.h"
#include "engine/kernels/vector_targets.h"

#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE "engine/kernels/row_kernels.cpp"
#include <hwy/foreach_target.h>
#include <hwy/highway.h>

HWY_BEFORE_NAMESPACE();
namespace engine::kernels::HWY_NAMESPACE {
namespace {

namespace hn = hwy::HWY_NAMESPACE;

using Floats = hn::ScalableTag<float>;
using Integers = hn::RebindToSigned<Floats>;
using Vector = hn::Vec<Floats>;
using Doubles = hn::ScalableTag<double>;
using DoubleVector = hn::Vec<Doubles>;
using HalfFloats = hn::Rebind<float, Doubles>;  // as many floats as doubles fit a vector
constexpr Floats kFloats;
constexpr Integers kIntegers;
constexpr Doubles kDoubles;
constexpr HalfFloats kHalfFloats;
constexpr Size kLanes = HWY_LANES(float);
constexpr Size kDoubleLanes = HWY_LANES(double);
constexpr float kInfinity = __builtin_inff();

Vector all(float number) {
  return hn::Set(kFloats, number);
}

DoubleVector all_double(double number) {
  return hn::Set(kDoubles, number);
}
DoubleVector load_double(const float* from) {
  return hn::PromoteTo(kDoubles, hn::LoadU(kHalfFloats, from));
}

// How a row's vectors are read and written: whole, or the last one, which is not full.
struct Whole {
  Vector load(const float* from) const { return hn::LoadU(kFloats, from); }
  void store(const Vector& vector, float* to) const { hn::StoreU(vector, kFloats, to); }
  Vector only(const Vector& vector, float /*rest*/) const { return vector; }
};

struct Part {
  Size count;

  // Behind what is there, zeros.
  Vector load(const float* from) const {
    HWY_ALIGN float numbers[kLanes] = {};
    for (Size i = 0; i < count; ++i) numbers[i] = from[i];
    return hn::Load(kFloats, numbers);
  }
  void store(const Vector& vector, float* to) const {
    HWY_ALIGN float numbers[kLanes];
    hn::Store(vector, kFloats, numbers);
    for (Size i = 0; i < count; ++i) to[i] = numbers[i];
  }
  // `rest` in place of what is behind.
  Vector only(const Vector& vector, float rest) const {
    return hn::IfThenElse(hn::FirstN(kFloats, static_cast<size_t>(count)), vector, all(rest));
  }
};

// Calls work(i, part) for the vector that begins at i, in order.
template <class Work>
HWY_INLINE void for_vectors(Size count, const Work& work) {
  Size i = 0;
  for (; i + kLanes <= count; i += kLanes) work(i, Whole());
  if (i < count) work(i, Part{count - i});
}

// The sum of term(i, part) over a row, four vectors side by side.
template <class Term>
HWY_INLINE float sum_of(Size count, const Term& term) {
  Vector sum0 = hn::Zero(kFloats);
  Vector sum1 = sum0;
  Vector sum2 = sum0;
  Vector sum3 = sum0;
  Size i = 0;
  for (; i + 4 * kLanes <= count; i += 4 * kLanes) {
    sum0 = hn::Add(sum0, term(i, Whole()));
    sum1 = hn::Add(sum1, term(i + kLanes, Whole()));
    sum2 = hn::Add(sum2, term(i + 2 * kLanes, Whole()));
    sum3 = hn::Add(sum3, term(i + 3 * kLanes, Whole()));
  }
  for (; i + kLanes <= count; i += kLanes) sum0 = hn::Add(sum0, term(i, Whole()));
  if (i < count) {
    const Part part{count - i};
    sum1 = hn::Add(sum1, part.only(term(i, part), 0));
  }
  return hn::GetLane(hn::SumOfLanes(kFloats, hn::Add(hn::Add(sum0, sum1), hn::Add(sum2, sum3))));
}

void add(const float* one, const float* other, float* sum, Size count) {
  for_vectors(count, [&](Size i, auto part) HEADLIGHT_INLINED {
    part.store(hn::Add(part.load(one + i), part.load(other + i)), sum + i);
  });
}

void add_to(const float* x, float* sums, Size count) {
  for_vectors(count, [&](Size i, auto part) HEADLIGHT_INLINED {
    part.store(hn::Add(part.load(sums + i), part.load(x + i)), sums + i);
  });
}

void divide(const float* x, float divisor, float* quotient, Size count) {
  for_vectors(count, [&](Size i, auto part) HEADLIGHT_INLINED {
    part.store(hn::Div(part.load(x + i), all(divisor)), quotient + i);
  });
}

// Split into 2^n e^r with r at most ln 2 / 2, whose series from the square on is a least-squares fit.
HWY_INLINE Vector exponential(const Vector& x) {
  const Vector round = all(12582912.0F);  // 1.5 · 2^23: adding it leaves the nearest whole number
  const Vector near = hn::Min(hn::Max(x, all(-87.0F)), all(88.0F));
  const Vector shifted = hn::MulAdd(near, all(1.44269504F), round);  // 1 / ln 2
  const Vector octaves = hn::Sub(shifted, round);
  // ln 2 in two parts: the first has few bits, so that n times it is exact.
  const Vector r =
      hn::NegMulAdd(octaves, all(-2.12194440e-4F), hn::NegMulAdd(octaves, all(0.693359375F), near));
  Vector series = hn::MulAdd(all(1.39345445e-3F), r, all(8.36377684e-3F));
  series = hn::MulAdd(series, r, all(4.16664556e-2F));
  series = hn::MulAdd(series, r, all(1.66665733e-1F));
  series = hn::MulAdd(series, r, all(0.5F));
  const Vector power = hn::MulAdd(series, hn::Mul(r, r), hn::Add(r, all(1.0F)));
  const auto exponent = hn::Sub(hn::BitCast(kIntegers, shifted), hn::BitCast(kIntegers, round));
  const auto scale = hn::ShiftLeft<23>(hn::Add(exponent, hn::Set(kIntegers, 127)));
  // What is no number stays none.
  return hn::IfThenElse(hn::Eq(x, x), hn::Mul(power, hn::BitCast(kFloats, scale)), x);
}

// At most 4e-7 off, relatively, from x = −87 up.
HWY_INLINE Vector logistic(const Vector& x) {
  return hn::Div(all(1.0F), hn::Add(all(1.0F), exponential(hn::Neg(x))));
}

// The share of a standard normal distribution below x, and e^(−x²/2) beside it, which its slope needs. The
// share is at most 3e-6 off, relatively, from x = −9 up, and the less the nearer x is to 0: behind the
// exponential stands a polynomial in t = 1 / (1 + 0.3 |x| / √2), a least-squares fit.
struct NormalShare {
  Vector share;
  Vector height;
};
HWY_INLINE NormalShare normal_share(const Vector& x) {
  const Vector one = all(1.0F);
  const Vector t = hn::Div(one, hn::MulAdd(all(0.212132034F), hn::Abs(x), one));
  const Vector u = hn::Sub(t, all(0.5F));
  Vector fit = hn::MulAdd(all(-0.130558580F), u, all(-0.0314987414F));
  fit = hn::MulAdd(fit, u, all(0.280365348F));
  fit = hn::MulAdd(fit, u, all(0.653335392F));
  fit = hn::MulAdd(fit, u, all(0.911306560F));
  fit = hn::MulAdd(fit, u, all(0.949736476F));
  fit = hn::MulAdd(fit, u, all(0.795125425F));
  fit = hn::MulAdd(fit, u, all(0.553047240F));
  fit = hn::MulAdd(fit, u, all(0.324979931F));
  const Vector height = exponential(hn::Mul(hn::Mul(all(-0.5F), x), x));
  const Vector tail = hn::Mul(hn::Mul(hn::Mul(all(0.5F), t), fit), height);
  return {hn::IfThenElse(hn::Lt(x, hn::Zero(kFloats)), tail, hn::Sub(one, tail)), height};
}

// Gates: how much of x passes, and the slope of that times x.
struct GateParts {
  Vector open;
  Vector bend;
};

struct ReluGate {
  static Vector open(const Vector& x) { return hn::IfThenElseZero(hn::Gt(x, hn::Zero(kFloats)), all(1.0F)); }
  static GateParts parts(const Vector& x) { return {open(x), hn::Zero(kFloats)}; }
};

struct GeluGate {
  static Vector open(const Vector& x) { return normal_share(x).share; }
  static GateParts parts(const Vector& x) {
    const NormalShare normal = normal_share(x);
    return {normal.share, hn::Mul(hn::Mul(all(0.398942280F), x), normal.height)};  // 1 / √(2π)
  }
};

// (1 + tanh u) / 2 is the logistic function at 2 u.
struct GeluTanhGate {
  static constexpr float kScale = 0.797884561F;  // √(2/π)
  static constexpr float kCubic = 0.044715F;

  static Vector open(const Vector& x) {
    const Vector square = hn::Mul(x, x);
    return logistic(hn::Mul(hn::Mul(all(2 * kScale), x), hn::MulAdd(all(kCubic), square, all(1.0F))));
  }
  static GateParts parts(const Vector& x) {
    const Vector gate = open(x);
    const Vector grown = hn::MulAdd(all(3 * kCubic), hn::Mul(x, x), all(1.0F));
    const Vector bend = hn::Mul(hn::Mul(all(2 * kScale), gate), hn::Sub(all(1.0F), gate));
    return {gate, hn::Mul(bend, hn::Mul(x, grown))};
  }
};

struct SiluGate {
  static Vector open(const Vector& x) { return logistic(x); }
  static GateParts parts(const Vector& x) {
    const Vector gate = open(x);
    return {gate, hn::Mul(hn::Mul(x, gate), hn::Sub(all(1.0F), gate))};
  }
};

struct QuickGeluGate {
  static constexpr float kScale = 1.702F;

  static Vector open(const Vector& x) { return logistic(hn::Mul(all(kScale), x)); }
  static GateParts parts(const Vector& x) {
    const Vector gate = open(x);
    return {gate, hn::Mul(hn::Mul(hn::Mul(all(kScale), x), gate), hn::Sub(all(1.0F), gate))};
  }
};

// Calls visit(gate) with the gate of this kind.
template <class Visit>
HWY_INLINE void with_gate(Activation kind, const Visit& visit) {
  switch (kind) {
    case Activation::kGelu:
      return visit(GeluGate());
    case Activation::kGeluTanh:
      return visit(GeluTanhGate());
    case Activation::kSilu:
      return visit(SiluGate());
    case Activation::kQuickGelu:
      return visit(QuickGeluGate());
    case Activation::kRelu:
      return visit(ReluGate());
  }
}

void activate(Activation kind, const float* x, float* active, Size count) {
  with_gate(kind, [&](auto gate) HEADLIGHT_INLINED {
    for_vectors(count, [&](Size i, auto part) HEADLIGHT_INLINED {
      const Vector number = part.load(x + i);
      part.store(hn::Mul(number, decltype(gate)::open(number)), active + i);
    });
  });
}

void activation_gradient(Activation kind, const float* gradient, const float* x, float* back, Size count) {
  with_gate(kind, [&](auto gate) HEADLIGHT_INLINED {
    for_vectors(count, [&](Size i, auto part) HEADLIGHT_INLINED {
      const GateParts gates = decltype(gate)::parts(part.load(x + i));
      part.store(hn::Mul(part.load(gradient + i), hn::Add(gates.open, gates.bend)), back + i);
    });
  });
}

// The largest of a row, in every lane.
Vector largest(const float* x, Size count) {
  Vector peaks = all(-kInfinity);
  for_vectors(count, [&](Size i, auto part) HEADLIGHT_INLINED {
    peaks = hn::Max(peaks, part.only(part.load(x + i), -kInfinity));
  });
  return hn::MaxOfLanes(kFloats, peaks);
}

void softmax(const float* scores, float* weights, Size count) {
  const Vector peak = largest(scores, count);
  if (hn::GetLane(peak) == -kInfinity) {
    for (Size i = 0; i < count; ++i) weights[i] = 0;
    return;
  }
  // Subtracting the row's peak changes no weight, and keeps the exponentials finite.
  const float sum = sum_of(count, [&](Size i, auto part) HEADLIGHT_INLINED {
    const Vector score = part.load(scores + i);
    const Vector power =
        hn::IfThenZeroElse(hn::Eq(score, all(-kInfinity)), exponential(hn::Sub(score, peak)));
    part.store(power, weights + i);
    return power;
  });
  for_vectors(count, [&](Size i, auto part) HEADLIGHT_INLINED {
    part.store(hn::Div(part.load(weights + i), all(sum)), weights + i);
  });
}

void softmax_gradient(const float* gradient, const float* weights, float* back, Size count) {
  const float mean = sum_of(count, [&](Size i, auto part) HEADLIGHT_INLINED {
    return hn::Mul(part.load(gradient + i), part.load(weights + i));
  });
  for_vectors(count, [&](Size i, auto part) HEADLIGHT_INLINED {
    part.store(hn::Mul(part.load(weights + i), hn::Sub(part.load(gradient + i), all(mean))), back + i);
  });
}

// x brought to its row's scale.
HWY_INLINE Vector normal(const RowScale& scale, const Vector& x) {
  const Vector away = hn::Sub(hn::MulSub(x, all(scale.before), all(scale.mean)), all(scale.rest));
  return hn::Mul(away, all(scale.shrink));
}

// The smallest power of two that any row is multiplied by: brings every float far below where its square, and
// a row's sum of these, ends.
constexpr float kBeforeSquaring = 0x1p-80F;

// With the squares of numbers that were multiplied by `before`.
float shrink_of(float squares, Size count, double epsilon, float before) {
  const double factor = before;
  return static_cast<float>(
      1 / __builtin_sqrt(double{squares} / static_cast<double>(count) + epsilon * factor * factor));
}

// In double precision: what a number next to the mean differs from it by is otherwise lost in the mean's
// rounding.
double sum_in_double(const float* x, Size count) {
  DoubleVector sum0 = hn::Zero(kDoubles);
  DoubleVector sum1 = sum0;
  Size i = 0;
  for (; i + 2 * kDoubleLanes <= count; i += 2 * kDoubleLanes) {
    sum0 = hn::Add(sum0, load_double(x + i));
    sum1 = hn::Add(sum1, load_double(x + i + kDoubleLanes));
  }
  double sum = hn::GetLane(hn::SumOfLanes(kDoubles, hn::Add(sum0, sum1)));
  for (; i < count; ++i) sum += double{x[i]};
  return sum;
}

// The scale of a row around its mean.
RowScale scale_around(double row_mean, float before, const float* x, Size count, double epsilon) {
  const double mean = row_mean * double{before};
  RowScale scale;
  scale.before = before;
  scale.mean = static_cast<float>(mean);
  scale.rest = static_cast<float>(mean - double{scale.mean});
  const float squares = sum_of(count, [&](Size i, auto part) HEADLIGHT_INLINED {
    const Vector number = hn::MulSub(part.load(x + i), all(before), all(scale.mean));
    const Vector away = hn::Sub(number, all(scale.rest));
    return hn::Mul(away, away);
  });
  const bool is_beyond = before == 1 && !(squares < kInfinity);
  if (is_beyond) return scale_around(row_mean, kBeforeSquaring, x, count, epsilon);
  scale.shrink = shrink_of(squares, count, epsilon, before);
  return scale;
}

RowScale scale(const float* x, Size count, double epsilon) {
  return scale_around(sum_in_double(x, count) / static_cast<double>(count), 1, x, count, epsilon);
}

RowScale scale_by_square(const float* x, Size count, double epsilon) {
  return scale_around(0, 1, x, count, epsilon);
}

void normalise(const RowScale& scale, const float* x, const float* weight, const float* bias,
               float* normal_row, Size count) {
  for_vectors(count, [&](Size i, auto part) HEADLIGHT_INLINED {
    const Vector shift = bias == nullptr ? hn::Zero(kFloats) : part.load(bias + i);
    part.store(hn::MulAdd(normal(scale, part.load(x + i)), part.load(weight + i), shift), normal_row + i);
  });
}

void norm_gradient(const RowScale& scale, bool centred, const float* gradient, const float* x,
                   const float* weight, float* back, Size count) {
  const float share = 1.0F / static_cast<float>(count);
  const auto u = [&](Size i, auto part)
                     HEADLIGHT_INLINED { return hn::Mul(part.load(gradient + i), part.load(weight + i)); };
  const float mean = centred ? sum_of(count, u) * share : 0;
  const float along = share * sum_of(count, [&](Size i, auto part) HEADLIGHT_INLINED {
                        return hn::Mul(u(i, part), normal(scale, part.load(x + i)));
                      });
  for_vectors(count, [&](Size i, auto part) HEADLIGHT_INLINED {
    const Vector own =
        hn::NegMulAdd(normal(scale, part.load(x + i)), all(along), hn::Sub(u(i, part), all(mean)));
    part.store(hn::Mul(own, all(scale.shrink * scale.before)), back + i);
  });
}

void add_norm_weight_gradient(const RowScale& scale, const float* gradient, const float* x, float* sums,
                              Size count) {
  for_vectors(count, [&](Size i, auto part) HEADLIGHT_INLINED {
    part.store(hn::MulAdd(part.load(gradient + i), normal(scale, part.load(x + i)), part.load(sums + i)),
               sums + i);
  });
}

double log_of_sum(const float* x, Size count) {
  constexpr Size kRun = 256;
  const Vector peak = largest(x, count);
  double sum = 0;
  for (Size first = 0; first < count; first += kRun) {
    const Size run = count - first < kRun ? count - first : kRun;
    sum += double{sum_of(run, [&](Size i, auto part) HEADLIGHT_INLINED {
      return exponential(hn::Sub(part.load(x + first + i), peak));
    })};
  }
  return double{hn::GetLane(peak)} + __builtin_log(sum);
}

void exponentials(const float* x, float shift, float factor, float* out, Size count) {
  for_vectors(count, [&](Size i, auto part) HEADLIGHT_INLINED {
    part.store(hn::Mul(all(factor), exponential(hn::Sub(part.load(x + i), all(shift)))), out + i);
  });
}

double sum_squares(const float* x, Size count) {
  DoubleVector sum0 = hn::Zero(kDoubles);
  DoubleVector sum1 = sum0;
  Size i = 0;
  for (; i + 2 * kDoubleLanes <= count; i += 2 * kDoubleLanes) {
    const DoubleVector number0 = load_double(x + i);
    const DoubleVector number1 = load_double(x + i + kDoubleLanes);
    sum0 = hn::MulAdd(number0, number0, sum0);
    sum1 = hn::MulAdd(number1, number1, sum1);
  }
  double sum = hn::GetLane(hn::SumOfLanes(kDoubles, hn::Add(sum0, sum1)));
  for (; i < count; ++i) sum += double{x[i]} * double{x[i]};
  return sum;
}

// As many numbers as a vector has doubles.
HWY_INLINE void adam_vector(const AdamFactors& factors, double decay, const float* gradient, float* mean,
                            float* square, float* number) {
  const DoubleVector clipped = hn::Mul(all_double(factors.shrink), load_double(gradient));
  const auto new_mean =
      hn::DemoteTo(kHalfFloats, hn::Add(hn::Mul(all_double(factors.beta1), load_double(mean)),
                                        hn::Mul(all_double(1 - factors.beta1), clipped)));
  const auto new_square =
      hn::DemoteTo(kHalfFloats, hn::Add(hn::Mul(all_double(factors.beta2), load_double(square)),
                                        hn::Mul(all_double(1 - factors.beta2), hn::Mul(clipped, clipped))));
  const DoubleVector whole_mean = hn::Div(hn::PromoteTo(kDoubles, new_mean), all_double(factors.seen1));
  const DoubleVector whole_square = hn::Div(hn::PromoteTo(kDoubles, new_square), all_double(factors.seen2));
  const DoubleVector size = hn::Add(hn::Sqrt(whole_square), all_double(factors.epsilon));
  const DoubleVector before = load_double(number);
  const DoubleVector move = hn::Add(hn::Div(whole_mean, size), hn::Mul(all_double(decay), before));
  hn::StoreU(new_mean, kHalfFloats, mean);
  hn::StoreU(new_square, kHalfFloats, square);
  hn::StoreU(hn::DemoteTo(kHalfFloats, hn::Sub(before, hn::Mul(all_double(factors.rate), move))), kHalfFloats,
             number);
}

void adam_step(const AdamFactors& factors, double decay, const float* gradient, float* means, float* squares,
               float* numbers, Size count) {
  Size i = 0;
  for (; i + kDoubleLanes <= count; i += kDoubleLanes)
    adam_vector(factors, decay, gradient + i, means + i, squares + i, numbers + i);
  if (i == count) return;
  HWY_ALIGN float rest[4][kDoubleLanes] = {};
  for (Size k = 0; k < count - i; ++k) {
    rest[0][k] = gradient[i + k];
    rest[1][k] = means[i + k];
    rest[2][k] = squares[i + k];
    rest[3][k] = numbers[i + k];
  }
  adam_vector(factors, decay, rest[0], rest[1], rest[2], rest[3]);
  for (Size k = 0; k < count - i; ++k) {
    means[i + k] = rest[1][k];
    squares[i + k] = rest[2][k];
    numbers[i + k] = rest[3][k];
  }
}

float exponential_of(float x) {
  return hn::GetLane(exponential(all(x)));
}
float logistic_of(float x) {
  return hn::GetLane(logistic(all(x)));
}
float normal_share_of(float x) {
  return hn::GetLane(normal_share(all(x)).share);
}

}  // namespace

extern const RowKernels kRows;
const RowKernels kRows = {.add = add,
                          .add_to = add_to,
                          .divide = divide,
                          .softmax = softmax,
                          .softmax_gradient = softmax_gradient,
                          .activate = activate,
                          .activation_gradient = activation_gradient,
                          .scale = scale,
                          .scale_by_square = scale_by_square,
                          .normalise = normalise,
                          .norm_gradient = norm_gradient,
                          .add_norm_weight_gradient = add_norm_weight_gradient,
                          .log_of_sum = log_of_sum,
                          .exponentials = exponentials,
                          .sum_squares = sum_squares,
                          .adam_step = adam_step,
                          .exponential = exponential_of,
                          .logistic = logistic_of,
                          .normal_share = normal_share_of};

}  // namespace engine::kernels::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();

#if HWY_ONCE
namespace engine::kernels {

const RowKernels& row_kernels() {
  static const RowKernels& kChosen = HEADLIGHT_KERNELS_OF(instructions(), kRows);
  return kChosen;
}

}  // namespace engine::kernels
#endif
