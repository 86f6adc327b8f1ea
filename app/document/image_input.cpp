// image_input.cpp: a picture as squares, each a row of values. Dosovitskiy et al. 2021.
#include "app/document/checkpoints.h"
#include "app/document/model_input.h"
#include "app/document/recent.h"
#include "app/text/quotable.h"
#include "engine/loaders/file_stamp.h"
#include "engine/loaders/image.h"
#include "engine/loaders/image_patches.h"

namespace app {
namespace {

using engine::Index;
using engine::Matrix;
using engine::Result;

constexpr size_t kKeptPictures = 2;

Result<std::shared_ptr<const loaders::Image>> read_picture(const std::string& path) {
  static Recent<loaders::Image> recent(kKeptPictures);
  return recent.get(loaders::stamp_text(path), [&]() -> Result<std::shared_ptr<const loaders::Image>> {
    auto image = loaders::read_image(path);
    if (!image) return image.error();
    return std::make_shared<const loaders::Image>(std::move(image).value());
  });
}

}  // namespace

std::string picture_of(const Document& document, const loaders::Checkpoint* checkpoint) {
  const bool comes_with_one = document.image.empty() && checkpoint != nullptr && checkpoint->image;
  return comes_with_one ? checkpoint->image->example : document.image;
}

Result<engine::Sequence> image_sequence(const Document& document, const loaders::Checkpoint& checkpoint) {
  const std::string path = picture_of(document, &checkpoint);
  if (path.empty())
    return engine::Error{"error.no_image", {{"path", quotable(checkpoint.path, kLongestPath)}}};
  const auto picture = read_picture(path);
  if (!picture) return picture.error();
  const loaders::ImageInput& wanted = *checkpoint.image;
  const auto square = loaders::fitted(**picture, wanted, path);
  if (!square) return square.error();
  engine::Sequence sequence;
  if (checkpoint.model->weights().patches.class_token) sequence.tokens.emplace_back("[CLS]");
  const Index side = wanted.size / wanted.patch;
  for (Index row = 0; row < side; ++row) {
    for (Index column = 0; column < side; ++column)
      sequence.tokens.push_back(std::to_string(row) + "," + std::to_string(column));
  }
  sequence.padding.assign(sequence.tokens.size(), false);
  sequence.vectors = std::make_shared<const Matrix>(loaders::patches_of(*square, wanted));
  return sequence;
}

}  // namespace app
