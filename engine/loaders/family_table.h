// family_table.h: the functions of every family, one file each, listed in families.cpp.
#pragma once

#include "engine/loaders/families.h"

namespace loaders {

void configure_gpt2(ConfigFields& fields, const TensorReader& tensors, Loaded& loaded);
void load_gpt2(ConfigFields& fields, TensorReader& tensors, Loaded& loaded);

void configure_gpt_neo(ConfigFields& fields, const TensorReader& tensors, Loaded& loaded);
void load_gpt_neo(ConfigFields& fields, TensorReader& tensors, Loaded& loaded);

void configure_gpt_neox(ConfigFields& fields, const TensorReader& tensors, Loaded& loaded);
void load_gpt_neox(ConfigFields& fields, TensorReader& tensors, Loaded& loaded);

void configure_opt(ConfigFields& fields, const TensorReader& tensors, Loaded& loaded);
void load_opt(ConfigFields& fields, TensorReader& tensors, Loaded& loaded);

void configure_bert(ConfigFields& fields, const TensorReader& tensors, Loaded& loaded);
void load_bert(ConfigFields& fields, TensorReader& tensors, Loaded& loaded);
void configure_distilbert(ConfigFields& fields, const TensorReader& tensors, Loaded& loaded);
void load_distilbert(ConfigFields& fields, TensorReader& tensors, Loaded& loaded);
void configure_roberta(ConfigFields& fields, const TensorReader& tensors, Loaded& loaded);
void load_roberta(ConfigFields& fields, TensorReader& tensors, Loaded& loaded);

void configure_vit(ConfigFields& fields, const TensorReader& tensors, Loaded& loaded);
void load_vit(ConfigFields& fields, TensorReader& tensors, Loaded& loaded);

void configure_marian(ConfigFields& fields, const TensorReader& tensors, Loaded& loaded);
void load_marian(ConfigFields& fields, TensorReader& tensors, Loaded& loaded);
void configure_bart(ConfigFields& fields, const TensorReader& tensors, Loaded& loaded);
void load_bart(ConfigFields& fields, TensorReader& tensors, Loaded& loaded);
void configure_mbart(ConfigFields& fields, const TensorReader& tensors, Loaded& loaded);
void load_mbart(ConfigFields& fields, TensorReader& tensors, Loaded& loaded);
void configure_pegasus(ConfigFields& fields, const TensorReader& tensors, Loaded& loaded);
void load_pegasus(ConfigFields& fields, TensorReader& tensors, Loaded& loaded);

void configure_t5(ConfigFields& fields, const TensorReader& tensors, Loaded& loaded);
void load_t5(ConfigFields& fields, TensorReader& tensors, Loaded& loaded);

void configure_llama(ConfigFields& fields, const TensorReader& tensors, Loaded& loaded);
void load_llama(ConfigFields& fields, TensorReader& tensors, Loaded& loaded);
void configure_mistral(ConfigFields& fields, const TensorReader& tensors, Loaded& loaded);
void load_mistral(ConfigFields& fields, TensorReader& tensors, Loaded& loaded);
void configure_qwen2(ConfigFields& fields, const TensorReader& tensors, Loaded& loaded);
void load_qwen2(ConfigFields& fields, TensorReader& tensors, Loaded& loaded);
void configure_qwen3(ConfigFields& fields, const TensorReader& tensors, Loaded& loaded);
void load_qwen3(ConfigFields& fields, TensorReader& tensors, Loaded& loaded);
void configure_gemma(ConfigFields& fields, const TensorReader& tensors, Loaded& loaded);
void load_gemma(ConfigFields& fields, TensorReader& tensors, Loaded& loaded);
void configure_gemma2(ConfigFields& fields, const TensorReader& tensors, Loaded& loaded);
void load_gemma2(ConfigFields& fields, TensorReader& tensors, Loaded& loaded);

void configure_own(ConfigFields& fields, const TensorReader& tensors, Loaded& loaded);
void load_own(ConfigFields& fields, TensorReader& tensors, Loaded& loaded);

void configure_torch_attention(ConfigFields& fields, const TensorReader& tensors, Loaded& loaded);
void load_torch_attention(ConfigFields& fields, TensorReader& tensors, Loaded& loaded);
void configure_torch_encoder_layer(ConfigFields& fields, const TensorReader& tensors, Loaded& loaded);
void load_torch_encoder_layer(ConfigFields& fields, TensorReader& tensors, Loaded& loaded);
void configure_torch_decoder_layer(ConfigFields& fields, const TensorReader& tensors, Loaded& loaded);
void load_torch_decoder_layer(ConfigFields& fields, TensorReader& tensors, Loaded& loaded);
void configure_torch_encoder(ConfigFields& fields, const TensorReader& tensors, Loaded& loaded);
void load_torch_encoder(ConfigFields& fields, TensorReader& tensors, Loaded& loaded);
void configure_torch_decoder(ConfigFields& fields, const TensorReader& tensors, Loaded& loaded);
void load_torch_decoder(ConfigFields& fields, TensorReader& tensors, Loaded& loaded);
void configure_torch_transformer(ConfigFields& fields, const TensorReader& tensors, Loaded& loaded);
void load_torch_transformer(ConfigFields& fields, TensorReader& tensors, Loaded& loaded);

}  // namespace loaders
